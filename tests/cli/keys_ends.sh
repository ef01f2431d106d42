# A dungeon without start and exit, with ends given; half of them given; none given.
printf '..a#\n#.A.\n' > bare.txt
try landfall keys bare.txt --from 0,0 --to 3,1
try landfall keys bare.txt --from 0,0 --goal all-keys --no-picture
try landfall keys bare.txt --to 3,1
try landfall keys bare.txt --from 0,0
try landfall keys bare.txt
printf 'S.a#\n#.A.\n' | try landfall keys - --to 3,1 --no-picture
printf '..a#\n#.AE\n' | try landfall keys - --from 1,0 --no-picture
