# Strategies that take weights, side by side, by what their routes cost.
printf '.....\n.....\n.....\n' >field.txt
printf '\1\1\1\1\1\1\11\11\11\1\1\1\1\1\1' >weights.raw
try landfall compare field.txt --from 0,1 --to 4,1 --weights weights.raw --json
try landfall compare field.txt --from 0,1 --to 4,1 --weights weights.raw
try landfall compare lake.txt --from 19,7 --to 0,4 --coast-cost '1:+5' --json
try landfall compare field.txt --from 0,1 --to 2,1 --weights weights.raw --weight-table '9:0'
try landfall compare field.txt --from 0,1 --to 4,1 --weights weights.raw --weight-table '1:0 9:1'
try landfall compare field.txt --from 0,1 --to 4,1 --weights none.raw
try landfall compare field.txt --from 0,1 --to 4,1 --weights weights.raw --draw panels.png
head -c 4 panels.png | tail -c 3
