landfall generate rooms --size 64x40 --seed 3 --out sea.txt
landfall generate rooms --size 64x40 --seed 4 --out other.txt
use() { try landfall route sea.txt --from 0,0 --to 63,39 --index "$1" --json | grep -o '"length":[0-9]*\|exit.*'; }
try landfall index sea.txt -o plain.lfindex
try landfall index sea.txt -o sea.lfindex --verify
# The mark is all that differs: a bit, and the hash at the end.
cmp -l plain.lfindex sea.lfindex | head -n 1
use plain.lfindex
use sea.lfindex
try landfall index sea.txt --index plain.lfindex --verify
try cmp plain.lfindex sea.lfindex
try landfall index other.txt --index plain.lfindex --verify
try landfall index sea.txt --index nowhere.lfindex --verify
try landfall index sea.txt --index plain.lfindex
try landfall index sea.txt --index plain.lfindex -o x.lfindex --verify
try landfall index sea.txt --verify
# Even with the mark an altered file is refused, and a refused file is left as it was.
{ head -c 2000 sea.lfindex; printf '\377\376'; tail -c +2003 sea.lfindex; } >altered.lfindex
cp altered.lfindex before.lfindex
use altered.lfindex
try landfall index sea.txt --index altered.lfindex --verify
try cmp altered.lfindex before.lfindex
# For a gate.
try landfall index sea.txt --depth compute --min-depth 2 -o gate.lfindex --verify
try landfall index sea.txt --depth compute --index gate.lfindex --verify
try landfall index sea.txt --index gate.lfindex --verify
ls
