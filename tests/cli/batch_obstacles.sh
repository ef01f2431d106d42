# Obstacles of all queries of a batch. The last column, a time, is cut off.
printf 'from_x,from_y,to_x,to_y\n19,7,0,4\n19,7,6,4\n0,4,1,4\n' >queries.csv
try landfall batch lake.txt queries.csv --quiet | sed -E 's/,[0-9.]+$//'
try landfall batch lake.txt queries.csv --block 2,0,1,8 --open 4,4,1,1 --quiet | sed -E 's/,[0-9.]+$//'
try landfall batch lake.txt queries.csv --block 2,0,1,8 --open 2,5 --open '4,4' --quiet --threads 3 --strategy headland | sed -E 's/,[0-9.]+$//'
try landfall batch lake.txt queries.csv --block 2,0,1,8 --partial --format jsonl --quiet
try landfall batch lake.txt queries.csv --block 19,7
printf '2,0,1,8 x\n' >zone.txt
try landfall batch lake.txt queries.csv --block zone.txt
printf '2,0,1,8\n' >zone.txt
try landfall batch lake.txt queries.csv --block zone.txt --out zone.txt
