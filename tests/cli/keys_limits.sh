landfall generate dungeon --size 120x80 --rooms 40 --keys 26 --seed 1 -o hard.txt
try landfall keys hard.txt --goal all-keys --max-states 10
try landfall keys hard.txt --strategy keys-plain --no-picture
try landfall keys hard.txt --goal all-keys --max-states 10 --json |
    sed -E -e 's/"(lower_bound|states|points)":[0-9]+/"\1":N/g' -e 's/"tiles":\[[^a-z]*\],/"tiles":[N],/'
# The route at the limit is a legal one; the picture shows it.
landfall keys hard.txt --goal all-keys --max-states 10 --no-picture --draw hard.png > /dev/null 2>&1
[ -s hard.png ] && echo "drawn"
# No memory for a route: there is none, and the exit code is the same.
landfall generate dungeon --size 1500x1500 --rooms 90 --keys 12 --seed 1 -o large.txt
try landfall keys large.txt --goal all-keys --max-memory 1 --no-picture
# Beyond what a number can say: no limit, and not what is left of the number's bits (1 state, 1 MiB).
try landfall keys hard.txt --max-states 9223372036854775809 --no-picture
try landfall keys hard.txt --max-memory 4294967297 --no-picture
