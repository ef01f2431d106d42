# Terrain that costs: a file of weights, a table, and the coast.
printf '.....\n.....\n.....\n' >field.txt
printf '\1\1\1\1\1\1\11\11\11\1\1\1\1\1\1' >weights.raw
try landfall route field.txt --from 0,1 --to 4,1
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --cost octile --json
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --json
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table '9:1 1:20' --no-picture
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table '2-9:0' --no-picture --strategy flood
try landfall route field.txt --from 0,1 --to 2,1 --weights weights.raw --weight-table '9:0'
try landfall route field.txt --from 0,1 --to 2,1 --weights weights.raw --weight-table '9:0' --ends near=2 --no-picture
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table '9:0,1:0' --no-picture
# A soft coast: dear up to depth 1, and both together.
try landfall route lake.txt --from 19,7 --to 0,4 --coast-cost '1:+5'
try landfall route lake.txt --from 19,7 --to 0,4 --coast-cost '1:5 2:+2 inf:0' --cost octile --no-picture --moves king-cut
try landfall route lake.txt --from 19,7 --to 0,4 --coast-cost 'inf:65534' --no-picture
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --coast-cost '255:+1' --no-picture
# With gates, obstacles and partial routes.
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --block 2,0,1,3 --partial
try landfall route lake.txt --from 19,7 --to 0,4 --coast-cost '1:+5' --deepest --no-picture
# What is wrong.
try landfall route field.txt --from 0,1 --to 4,1 --weight-table 1:2
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table 1:65536
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table 256:1
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table 9-3:1
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table '1:2 x'
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table '1:-2'
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table ' '
try landfall route field.txt --from 0,1 --to 4,1 --coast-cost '3:+3 2:1'
try landfall route field.txt --from 0,1 --to 4,1 --coast-cost 'inf:1 inf:2'
try landfall route field.txt --from 0,1 --to 4,1 --coast-cost '3:x'
try landfall route field.txt --from 0,1 --to 4,1 --coast-cost ''
try landfall route field.txt --from 0,1 --to 4,1 --coast-cost ','
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table 9:65535 --coast-cost 'inf:+1'
try landfall route field.txt --from 0,1 --to 4,1 --coast-cost 'inf:65535'
try landfall route field.txt --from 0,1 --to 4,1 --weights missing.raw
try landfall route field.txt --from 0,1 --to 4,1 --weights -
try landfall route lake.txt --from 19,7 --to 0,4 --weights weights.raw
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --draw weights.raw
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --strategy headland
try landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --strategy corridor
try landfall compare field.txt --from 0,1 --to 4,1 --weights weights.raw
printf '.%.0s' $(seq 1 22000) >long.txt
try landfall route long.txt --from 0,0 --to 21999,0 --coast-cost 'inf:65534' --cost octile
# Pictures show weights as shades.
landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table 9:0 --draw field.svg --no-picture >/dev/null
grep -cE 'cheap, dear|weight 0' field.svg
landfall route field.txt --from 0,1 --to 4,1 --weights weights.raw --draw weights.png --no-picture >/dev/null
head -c 4 weights.png | tail -c 3
echo
# Guided: a plan by what cells cost about, and the cheapest route around it.
for strategy in spine expand; do try landfall route lake.txt --from 19,7 --to 0,4 --coast-cost '1:+5' --strategy $strategy --no-picture; done
