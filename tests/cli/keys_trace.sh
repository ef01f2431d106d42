printf '####\n#Sa#\n#A.E\n####\n' > small.txt
try landfall keys small.txt --moves orthogonal --strategy keys-plain --trace
try landfall keys small.txt --moves orthogonal --trace --json
# Too large to be left to keys-plain: states are keys, and there are as many as the answer counts.
landfall generate dungeon --size 200x120 --rooms 60 --keys 6 --doors 6 --seed 4 -o rooms.txt --quiet
landfall keys rooms.txt --trace --no-picture --quiet > trace.txt
sed -n '/^  state/,$p' trace.txt | head -3
sed -n 's/^work *\([0-9]*\) states.*/\1/p' trace.txt
sed -n '/^  state/,$p' trace.txt | tail -n +2 | wc -l
