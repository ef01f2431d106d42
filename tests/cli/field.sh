# Distances, directions and owners of every tile, as the library gives them.
printf '....#..\n..#.#..\n....#..\n' >chart.txt
numbers() { od -An -v -t u$1 -w$(($1 * 7)) --endian=little | sed 's/4294967295/-/g; s/\<255\>/-/g'; }
try landfall field chart.txt --to 0,0
try landfall field chart.txt --to '0,0 3,2' --out far.raw --directions way.raw --owners whose.raw
numbers 4 <far.raw
numbers 1 <way.raw
numbers 4 <whose.raw
# The same as arrays of NumPy: a header of 128 bytes, then the same numbers.
try landfall field chart.txt --to '0,0 3,2' --out far.npy --directions way.npy --owners whose.npy
for name in far way whose; do
    head -c 10 $name.npy | od -An -t x1
    head -c 128 $name.npy | tail -c +11 | sed 's/ *$/|/'
    tail -c +129 $name.npy | cmp - $name.raw
done
# How many tiles within some moves; octile costs; the other move rules.
try landfall field chart.txt --to 0,0 --limit 2
try landfall field chart.txt --to 0,0 --limit 2 --json
try landfall field chart.txt --to 0,0 --cost octile --out octile.raw
numbers 4 <octile.raw
try landfall field chart.txt --to 0,0 --cost octile --limit 2 --json --out octile.raw
numbers 4 <octile.raw
try landfall field chart.txt --to 0,0 --cost octile --moves orthogonal --json
try landfall field chart.txt --to 0,0 --moves king-cut --out far.raw
numbers 4 <far.raw
# Clearance.
try landfall field chart.txt --clearance --out room.raw
numbers 4 <room.raw
try landfall field chart.txt --clearance --edge-blocked --json --out room.raw
numbers 4 <room.raw
printf '...\n...\n' >open.txt
try landfall field open.txt --clearance
try landfall field open.txt --clearance --json
# Threads change nothing.
landfall generate archipelago --size 300x200 --seed 5 --out sea.png
for threads in 1 2 3 4; do
    landfall field sea.png --to '5,16 150,100' --cost octile --threads $threads \
        --out $threads.raw --directions $threads.npy --owners $threads.png 2>&1 | head -1
    cmp 1.raw $threads.raw && cmp 1.npy $threads.npy && cmp 1.png $threads.png && echo "$threads threads: the same"
    landfall field sea.png --clearance --threads $threads --out room$threads.raw >/dev/null
    cmp room1.raw room$threads.raw
done
# Pictures, and what they show.
try landfall field chart.txt --to 0,0 --out far.png --directions way.png --owners whose.png --width 300
try landfall field sea.png --clearance --out room.png --crop 0,0,60,40
for name in far way whose room; do
    head -c 24 $name.png | tail -c 8 | od -An -t u4 --endian=big
done
try landfall field chart.txt --to 0,0 --width 300
try landfall field chart.txt --to 0,0 --edge-blocked
