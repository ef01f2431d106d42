# One table from one run; ratios are to the shortest route, found by an exact strategy that is not in the list.
landfall generate rooms --size 60x40 --seed 3 --out rooms.txt
try landfall bench rooms.txt --random 20
try landfall bench rooms.txt --random 20 --strategies expand --coarse cells --radius 0 --widenings 0
try landfall bench rooms.txt --random 20 --seed 2 --strategies flood,expand --moves orthogonal --csv
try landfall bench rooms.txt --random 20 --strategies expand-optimal,auto --repeat 1 --json
try landfall bench rooms.txt --random 20 --cost octile --csv
try landfall bench ring.map --queries ring.map.scen --cost octile --strategies flood --json
try landfall bench bay.txt --queries bay.csv --strategies flood
