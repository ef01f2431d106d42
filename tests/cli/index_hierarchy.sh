landfall generate rooms --size 200x120 --seed 3 --out sea.txt
try landfall index sea.txt -o plain.lfindex --hierarchy no
try landfall index sea.txt -o sea.lfindex --hierarchy yes
try landfall index sea.txt -o again.lfindex --threads 3 --hierarchy auto
try cmp sea.lfindex again.lfindex
try landfall route sea.txt --from 0,0 --to 199,119 --index plain.lfindex --json | grep -o '"length":[0-9]*'
try landfall route sea.txt --from 0,0 --to 199,119 --index sea.lfindex --json | grep -o '"length":[0-9]*'
try landfall compare sea.txt --from 0,0 --to 199,119 --index sea.lfindex | grep index:
try landfall index sea.txt -o sea.lfindex --hierarchy sometimes
head -c -4 sea.lfindex >short.lfindex
try landfall route sea.txt --from 0,0 --to 199,119 --index short.lfindex
{ head -c -12 sea.lfindex; tail -c 12 sea.lfindex | head -c 1 | LC_ALL=C tr '\000-\377' '\001-\377\000'; tail -c 11 sea.lfindex; } >altered.lfindex
try landfall route sea.txt --from 0,0 --to 199,119 --index altered.lfindex
