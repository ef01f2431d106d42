# Fields, matrices and bench under weights.
printf '.....\n.....\n.....\n' >field.txt
printf '\1\1\1\1\1\1\11\11\11\1\1\1\1\1\1' >weights.raw
try landfall field field.txt --to 4,1 --weights weights.raw --out cost.raw --directions flow.raw --owners own.raw
od -An -tu4 -w20 cost.raw
od -An -tu1 -w5 flow.raw
try landfall field field.txt --to 4,1 --weights weights.raw --cost octile --json --out cost.raw
od -An -tu4 -w20 cost.raw
try landfall field field.txt --to 4,1 --weights weights.raw --weight-table 9:0 --limit 3
try landfall field field.txt --to 4,1 --weights weights.raw --weight-table 9:0 --json
try landfall field lake.txt --to 0,4 --coast-cost '1:+5' --out lake.png
landfall field field.txt --to 4,1 --weights weights.raw --out cost.png >/dev/null
head -c 4 cost.png | tail -c 3
echo
try landfall field field.txt --to 2,1 --weights weights.raw --weight-table 9:0
try landfall field field.txt --clearance --weights weights.raw
try landfall field field.txt --to 4,1 --weights weights.raw --out weights.raw
try landfall field field.txt --to 4,1 --weight-table 9:0
# Matrices: costs have a direction.
echo '0,1 4,1' >ends.txt
echo '2,1 0,0' >more.txt
try landfall matrix field.txt --from ends.txt --to more.txt --weights weights.raw --quiet
try landfall matrix field.txt --from more.txt --to ends.txt --weights weights.raw --quiet
try landfall matrix field.txt --from ends.txt --to more.txt --weights weights.raw --cost octile --json --quiet
try landfall matrix field.txt --from ends.txt --to more.txt --weights weights.raw --nearest 1 --json --quiet
try landfall matrix field.txt --from ends.txt --to more.txt --weights weights.raw --weight-table 9:0 --skip-bad-ends --quiet
try landfall matrix field.txt --from ends.txt --to more.txt --weights weights.raw --weight-table 9:0
try landfall matrix field.txt --from ends.txt --to more.txt --weights weights.raw --nearest 1 --json --tiles
echo '0,4 19,7' >lakes.txt
try landfall matrix lake.txt --from lakes.txt --to lakes.txt --coast-cost openfront --cost octile --quiet
# Bench: the strategies that take weights.
try landfall bench field.txt --random 3 --repeat 1 --weights weights.raw --strategies flood
try landfall bench lake.txt --random 3 --repeat 1 --coast-cost openfront --strategies flood --json
try landfall bench field.txt --random 3 --weights weights.raw --strategies flood,corridor
