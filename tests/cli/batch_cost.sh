try landfall batch ring.map ring.map.scen --cost octile
try landfall batch bay.txt bay.csv --cost octile --quiet --threads 3
try landfall batch bay.txt bay.csv --cost octile --quiet --format jsonl
