landfall generate rooms --size 40x24 --seed 3 --out rooms.txt
landfall compare rooms.txt --from 0,0 --to 39,23 --coarse cells --radius 0 --repeat 3 --json
landfall compare wall.txt --from 0,0 --to 9,2 --json
