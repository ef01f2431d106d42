# What searches take is known before they are made: a limit refuses in advance, and several threads say what they take.
landfall generate islands --size 2000x1000 --seed 3 -o sea.png
query="route sea.png --from 0,0 --to 1999,999 --json"
short() { sed -E 's/"stats".*//; s/"tiles":.*//'; }
try landfall $query --max-memory 1000 | short
try landfall $query --max-memory 1 | short
try landfall $query --max-memory 20 --strategy expand | short
try landfall $query --max-memory 99999999999999999 | short
try landfall $query --max-memory lots
printf 'from_x,from_y,to_x,to_y\n0,0,1999,999\n0,0,1999,0\n0,0,0,999\n' >sea.csv
batch="batch sea.png sea.csv --strategy expand -o out.csv"
try landfall $batch --threads 3 2>&1 | grep -v "queries\|coarse map" # times are not the same twice
echo old >out.csv
try landfall $batch --threads 3 --max-memory 100 --quiet
cat out.csv # as it was
try landfall $batch --threads 1 --max-memory 100 --quiet
wc -l <out.csv
# Unless it is said how many, there are no more threads than there is memory for.
try landfall $batch --max-memory 100 --quiet
try landfall $batch --max-memory 50 --quiet
try landfall info sea.png | grep memory
