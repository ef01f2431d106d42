try landfall route wall.txt --from 0,0 --to 9,2 --cost manhattan
try landfall route wall.txt --from 0,0 --to 9,2 --cost octile --strategy corridor
try landfall batch bay.txt bay.csv --cost octile --strategy expand --out out.csv
try landfall batch bay.txt bay.csv --cost octile --strategy expand-optimal --moves king-cut
try ls out.csv
