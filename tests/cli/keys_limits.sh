landfall generate dungeon --size 120x80 --rooms 40 --keys 26 --seed 1 -o hard.txt
try landfall keys hard.txt --goal all-keys --max-states 10
try landfall keys hard.txt --strategy keys-plain --no-picture
try landfall keys hard.txt --goal all-keys --max-states 10 --json | sed -E 's/"(lower_bound|states|points)":[0-9]+/"\1":N/g'
# Beyond what a number can say: no limit, and not what is left of the number's bits (1 state, 1 MiB).
try landfall keys hard.txt --max-states 9223372036854775809 --no-picture
try landfall keys hard.txt --max-memory 4294967297 --no-picture
