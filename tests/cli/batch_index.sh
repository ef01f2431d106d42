landfall generate rooms --size 200x120 --seed 3 --out sea.txt
{
    echo from_x,from_y,to_x,to_y
    for i in $(seq 0 119); do echo "$((i % 3)),0,199,119"; done
} >many.csv
# A hundred queries are worth an index; fewer are not, and orthogonal moves need none.
landfall batch sea.txt many.csv | cut -d, -f1-3 | sort -t, -k3 | cut -d, -f2,3 | uniq -c
landfall batch sea.txt many.csv --strategy flood | cut -d, -f2,3 | sort | uniq -c
head -20 many.csv >few.csv
landfall batch sea.txt few.csv | cut -d, -f2,3 | sort | uniq -c
landfall batch sea.txt few.csv --cost octile | cut -d, -f2-4 | sort | uniq -c
landfall batch sea.txt few.csv --strategy flood --cost octile | cut -d, -f2-4 | sort | uniq -c
landfall batch sea.txt many.csv --moves orthogonal | cut -d, -f2,3 | sort | uniq -c
landfall batch sea.txt many.csv --moves orthogonal --strategy flood | cut -d, -f2,3 | sort | uniq -c
landfall index sea.txt -o sea.lfindex
landfall batch sea.txt few.csv --index sea.lfindex --threads 2 | cut -d, -f2,3 | sort | uniq -c
try landfall batch sea.txt few.csv --index few.csv
