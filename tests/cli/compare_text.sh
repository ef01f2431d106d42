landfall generate rooms --size 40x24 --seed 3 --out rooms.txt
try landfall compare rooms.txt --from 0,0 --to 39,23
try landfall compare rooms.txt --from 0,0 --to 39,23 --coarse cells --radius 0 --repeat 1
try landfall compare rooms.txt --from 0,0 --to 39,23 --coarse cells --radius 0 --widenings 0 --straighten --level 2
try landfall compare rooms.txt --from '0,0 39,22' --to '39,23 0,5' --moves orthogonal
# A source that is a target, and no route.
try landfall compare dot.txt --from 0,0 --to 0,0
try landfall compare wall.txt --from 0,0 --to 9,2
