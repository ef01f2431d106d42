# What field refuses: what is wrong, where, what was expected; and nothing is written.
ls >before
try landfall field
try landfall field bay.txt
try landfall field bay.txt --out far.raw
try landfall field bay.txt --to
try landfall field bay.txt --to 1
try landfall field bay.txt --to 0,0=7
try landfall field bay.txt --to 99,0 --out far.raw
try landfall field wall.txt --to '0,0 5,1 3,1' --out far.raw
try landfall field bay.txt --to 0,0 --limit 0
try landfall field bay.txt --to 0,0 --limit -3
try landfall field bay.txt --to 0,0 --limit much
try landfall field bay.txt --to 0,0 --limit 4294967296
try landfall field bay.txt --to 0,0 --out far
try landfall field bay.txt --to 0,0 --out far.csv
try landfall field bay.txt --to 0,0 --out .raw
try landfall field bay.txt --to 0,0 --directions way.svg
try landfall field bay.txt --to 0,0 --owners -
try landfall field bay.txt --to 0,0 --out no/such/far.raw
try landfall field bay.txt --to 0,0 --out far.raw --directions far.raw
try landfall field bay.txt --to 0,0 --out far.raw --owners ./far.raw
try landfall field bay.txt --to 0,0 --out far.png --crop 0,0,900,900
try landfall field bay.txt --to 0,0 --out far.png --width 200 --zoom 3
try landfall field bay.txt --to 0,0 --threads 0
try landfall field bay.txt --to 0,0 --cost dear
try landfall field bay.txt --to 0,0 --moves queen
try landfall field bay.txt --to 0,0 1,1
try landfall field nowhere.txt --to 0,0
try landfall field bay.txt --clearance --to 0,0
try landfall field bay.txt --clearance --limit 9
try landfall field bay.txt --clearance --directions way.raw
try landfall field bay.txt --clearance --owners whose.raw
try landfall field bay.txt --clearance --cost octile
cp bay.txt map.raw
try landfall field map.raw --size 24x9 --to 0,0 --out map.raw
rm map.raw
# A distance without a number.
awk 'BEGIN { for (i = 0; i < 4194305; i++) printf "\1" }' >long.bytes
try landfall field long.bytes --map-format raw --size 4194305x1 --to 0,0 --cost octile --out far.raw
try landfall field long.bytes --map-format raw --size 4194305x1 --to 0,0 --cost octile --limit 100
rm long.bytes
ls | grep -v '^before$' | diff - <(grep -v '^before$' before) && echo "nothing is written"
