# What matrix refuses: what is wrong, where, what was expected; and nothing is written.
echo '0,0 23,8' >ends.txt
echo '0,0 1,1 99,4' >bad.txt
printf '0,0\n1;1\n' >broken.txt
printf ' \n' >empty.txt
echo '[[0,0],[1]]' >broken.json
ls >before
try landfall matrix
try landfall matrix bay.txt
try landfall matrix bay.txt --from ends.txt
try landfall matrix bay.txt --to ends.txt
try landfall matrix bay.txt --from ends.txt --to nowhere.txt --out out.csv
try landfall matrix bay.txt --from ends.txt --to bad.txt --out out.csv
try landfall matrix bay.txt --from bad.txt --to bad.txt --out out.csv
try landfall matrix bay.txt --from broken.txt --to ends.txt --out out.csv
try landfall matrix bay.txt --from ends.txt --to broken.json --out out.csv
try landfall matrix bay.txt --from empty.txt --to ends.txt --out out.csv
try landfall matrix bay.txt --from ends.txt --to ends.txt --nearest 0
try landfall matrix bay.txt --from ends.txt --to ends.txt --nearest -1
try landfall matrix bay.txt --from ends.txt --to ends.txt --nearest all
try landfall matrix bay.txt --from ends.txt --to ends.txt --tiles
try landfall matrix bay.txt --from ends.txt --to ends.txt --nearest 1 --tiles
try landfall matrix bay.txt --from ends.txt --to ends.txt --nearest 2 --json --tiles
try landfall matrix bay.txt --from - --to - </dev/null
try landfall matrix - --from - --to ends.txt </dev/null
try landfall matrix - --from ends.txt --to - </dev/null
try landfall matrix bay.txt --from ends.txt --to ends.txt --out ends.txt
try landfall matrix bay.txt --from ends.txt --to ends.txt --out bay.txt
try landfall matrix bay.txt --from ends.txt --to ends.txt --out no/such/out.csv
try landfall matrix bay.txt --from ends.txt --to ends.txt --index ends.txt
try landfall matrix bay.txt --from ends.txt --to ends.txt --cost dear
try landfall matrix bay.txt --from ends.txt --to ends.txt --moves queen
try landfall matrix bay.txt ends.txt --from ends.txt --to ends.txt
try landfall matrix nowhere.txt --from ends.txt --to ends.txt
ls | diff before - && echo nothing was written
cat ends.txt
landfall index bay.txt --cost octile -o bay.lfindex >/dev/null
try landfall matrix bay.txt --from ends.txt --to ends.txt --index bay.lfindex
