# Weights of all queries of a batch. The last column, a time, is cut off.
printf '.....\n.....\n.....\n' >field.txt
printf '\1\1\1\1\1\1\11\11\11\1\1\1\1\1\1' >weights.raw
printf 'from_x,from_y,to_x,to_y\n0,1,4,1\n4,1,2,1\n2,1,4,1\n' >queries.csv
try landfall batch field.txt queries.csv --quiet | sed -E 's/,[0-9.]+$//'
try landfall batch field.txt queries.csv --weights weights.raw --quiet | sed -E 's/,[0-9.]+$//'
try landfall batch field.txt queries.csv --weights weights.raw --cost octile --threads 2 --quiet | sed -E 's/,[0-9.]+$//'
try landfall batch field.txt queries.csv --weights weights.raw --partial --block 3,0,1,3 --quiet | sed -E 's/,[0-9.]+$//'
try landfall batch field.txt queries.csv --coast-cost 'inf:+2' --format jsonl --quiet
try landfall batch field.txt queries.csv --weights weights.raw --weight-table 9:0
try landfall batch field.txt queries.csv --weights weights.raw --strategy corridor
try landfall batch field.txt queries.csv --weight-table 9:0
try landfall batch field.txt queries.csv --weights weights.raw --out weights.raw
