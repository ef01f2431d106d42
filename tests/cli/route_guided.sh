# The same query for each guided strategy. The walls of the map are thinner than a cell, so that a coarse map of cells
# plans through them and the corridor has to be widened.
landfall generate rooms --size 40x24 --seed 3 --out rooms.txt
for strategy in corridor expand expand-optimal; do
    try landfall route rooms.txt --from 0,0 --to 39,23 --strategy $strategy --no-picture
    try landfall route rooms.txt --from 0,0 --to 39,23 --strategy $strategy --coarse cells --radius 0 --no-picture
done
# Without widening only the guardrail is left.
try landfall route rooms.txt --from 0,0 --to 39,23 --strategy expand --coarse cells --radius 0 --widenings 0 --no-picture
# No route: told by the bodies, before any plan.
try landfall route wall.txt --from 0,0 --to 9,2 --strategy expand --no-picture
