# Lengths from each source to each target, and the nearest, as the library gives them.
printf '....#..\n..#.#..\n....#..\n' >chart.txt
printf '0,1 3,2\n6,1' >ships.txt
echo '[[0,2],[3,0],[0,0]]' >ports.json
try landfall matrix chart.txt --from ships.txt --to ports.json
try landfall matrix chart.txt --from ships.txt --to ports.json --json
try landfall matrix chart.txt --from ships.txt --to ports.json --cost octile
try landfall matrix chart.txt --from ships.txt --to ports.json --cost octile --json
try landfall matrix chart.txt --from ships.txt --to ports.json --moves orthogonal --cost octile --quiet
# The nearest: of equally near ones the earlier in the file; 0,1 is one move from both 0,2 and 0,0.
try landfall matrix chart.txt --from ships.txt --to ports.json --nearest 1
try landfall matrix chart.txt --from ships.txt --to ports.json --nearest 9 --json
try landfall matrix chart.txt --from ships.txt --to ports.json --nearest 2 --cost octile
echo '0,0 3,2' | try landfall matrix chart.txt --from - --to ports.json --nearest 2 --cost octile --json
# The routes there: several moves, none, and with octile costs.
try landfall matrix chart.txt --from ships.txt --to ports.json --nearest 1 --json --tiles
echo '3,2 0,1' | try landfall matrix chart.txt --from - --to ports.json --nearest 1 --json --tiles --cost octile
# A way that is longer than a route of usual length: room is made for it.
printf '.....\n####.\n.....\n.####\n.....\n####.\n.....\n.####\n.....\n' >maze.txt
echo '0,0' >in.txt
echo '4,8' >out.txt
try landfall matrix maze.txt --from in.txt --to out.txt --nearest 1 --json --tiles --moves orthogonal --quiet
# A file instead of stdout, and ends that are left out.
try landfall matrix chart.txt --from ports.json --to ports.json --out lengths.csv
cat lengths.csv
printf '0,0 4,1 99,99' >some.txt
try landfall matrix chart.txt --from some.txt --to ships.txt --skip-bad-ends
try landfall matrix chart.txt --from ships.txt --to some.txt --skip-bad-ends --nearest 1 --quiet
# The same with an index, by its hierarchy or without one.
landfall generate archipelago --size 160x120 --seed 3 -o sea.png
landfall index sea.png --hierarchy yes -o sea.lfindex >/dev/null
landfall index sea.png --cost octile --hierarchy yes -o octile.lfindex >/dev/null
landfall index sea.png --hierarchy no -o flat.lfindex >/dev/null
for y in 5 50 115; do for x in 3 41 80 121 155; do echo $x,$y; done; done >ends.txt
landfall matrix sea.png --from ends.txt --to ends.txt --skip-bad-ends --quiet >plain.csv
landfall matrix sea.png --from ends.txt --to ends.txt --skip-bad-ends --quiet --cost octile >plain_octile.csv
landfall matrix sea.png --from ends.txt --to ends.txt --skip-bad-ends --index sea.lfindex 2>&1 >with.csv | tail -1
landfall matrix sea.png --from ends.txt --to ends.txt --skip-bad-ends --index flat.lfindex 2>&1 >flat.csv | tail -1
landfall matrix sea.png --from ends.txt --to ends.txt --skip-bad-ends --quiet --cost octile --index octile.lfindex >with_octile.csv
cmp plain.csv with.csv
cmp plain.csv flat.csv
cmp plain_octile.csv with_octile.csv
grep -c ',[0-9][0-9]*$' with.csv
# Routes by the hierarchy and by fields: equally long, and legal.
printf '155,5 41,5 121,50' >ports.txt
for with in '' '--index sea.lfindex'; do # shellcheck disable=SC2086
    landfall matrix sea.png --from ends.txt --to ports.txt --skip-bad-ends --nearest 1 --json --tiles --quiet $with >routes.json
    grep -o '"to":[0-9]*,"length":[0-9]*' routes.json | tr '\n' ' '
    echo
    grep -o '"tiles":\[[][0-9,]*\]' routes.json | sed 's/"tiles"://' | while read -r tiles; do
        echo "$tiles" >one.json
        landfall check sea.png one.json >/dev/null || echo "not legal: $tiles"
    done
done
sed -n '20,24p' with_octile.csv
# A route of the same length.
landfall route sea.png --from 41,5 --to 155,5 --json | grep -o '"length":[0-9]*'
grep '^1,4,' with.csv
# Many ends: an index is built.
landfall generate archipelago --size 200x150 --seed 4 -o large.png
for y in 20 40 60 80 100 120; do for x in 20 40 60 80 100 120 140 160 180; do echo $x,$y; done; done >many.txt
landfall matrix large.png --from many.txt --to many.txt --skip-bad-ends 2>&1 >many.csv | grep -v 'left out' | sed 's/[0-9.]* [um]s/N/'
