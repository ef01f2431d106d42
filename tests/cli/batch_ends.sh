# Queries with ends on land, and beyond the shore of a lake. The last column, a time, is cut off.
printf 'from_x,from_y,to_x,to_y\n19,7,0,4\n9,3,19,0\n19,7,6,4\n30,0,1,1\n4,2,6,6\n' >queries.csv
try landfall batch lake.txt queries.csv
try landfall batch lake.txt queries.csv --ends near=1
try landfall batch lake.txt queries.csv --skip-bad-ends | sed -E 's/,[0-9.]+$//'
try landfall batch lake.txt queries.csv --ends beside --skip-bad-ends --partial | sed -E 's/,[0-9.]+$//'
try landfall batch lake.txt queries.csv --ends beside --skip-bad-ends --partial --cost octile | sed -E 's/,[0-9.]+$//'
try landfall batch lake.txt queries.csv --ends near=2 --skip-bad-ends --partial --format jsonl --quiet
try landfall batch lake.txt queries.csv --ends beside --skip-bad-ends --partial --quiet --threads 3 --strategy expand | sed -E 's/,[0-9.]+$//'
