# Around a wall with a gap, in all forms: text, JSON, and under a gate.
cat >cape.txt <<'END'
..............................
..............................
..............................
..............................
..............#...............
..............#...............
..............#...............
..............#...............
..............#...............
..............#...............
END
query="route cape.txt --from 2,8 --to 27,8"
for shape in tiles waypoints offshore curve; do
    try landfall $query --shape $shape --no-picture
    try landfall $query --shape $shape --json | sed 's/"stats".*//'
done
try landfall $query --shape waypoints --min-depth 3 --json | sed 's/"stats".*//'
try landfall $query --shape waypoints --moves orthogonal --json | sed 's/"stats".*//'
# Deep enough: the waypoints stop earlier, and what makes no sense is said.
try landfall $query --shape offshore --deep-enough 2 --json | sed 's/"stats".*//'
try landfall $query --shape waypoints --deep-enough 2 --no-picture
try landfall $query --shape offshore --deep-enough 0
try landfall $query --shape offshore --deep-enough 256
# A route of one tile, and none at all.
try landfall route cape.txt --from 2,8 --to 2,8 --shape curve --json | sed 's/"stats".*//'
try landfall route wall.txt --from 0,0 --to 9,0 --shape curve --json | sed 's/"stats".*//'
try landfall route wall.txt --from 0,0 --to 9,0 --shape curve --no-picture
for shape in tiles waypoints offshore curve; do
    try landfall $query --shape $shape --no-picture --draw $shape.png >/dev/null
    test -s $shape.png && echo "$shape.png drawn"
done
cmp -s tiles.png waypoints.png || echo "shapes look different"
