landfall generate rooms --size 24x16 --seed 3 --out rooms.txt
landfall route rooms.txt --from 0,0 --to 23,15 --strategy expand --coarse cells --radius 0 --level 2 --json
landfall route rooms.txt --from 0,0 --to 23,15 --strategy expand-optimal --coarse cells --radius 0 --level 2 --widenings 0 --json
