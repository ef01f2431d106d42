landfall generate dungeon --size 120x80 --rooms 40 --keys 26 --seed 1 -o hard.txt
try landfall keys hard.txt --goal all-keys --max-states 10
try landfall keys hard.txt --strategy keys-plain --no-picture
try landfall keys hard.txt --goal all-keys --max-states 10 --json | sed -E 's/"(lower_bound|states|points)":[0-9]+/"\1":N/g'
