landfall generate dungeon --size 700x600 --rooms 700 --keys 9 --doors 20 --seed 3 -o halls.txt --quiet
# Ways made once: the same length, and they tell what they took.
for goal in exit all-keys all-keys-exit; do
    landfall keys halls.txt --goal $goal --no-picture --quiet | grep '^length'
    landfall keys halls.txt --goal $goal --no-picture --quiet --ways | grep '^length'
done
landfall keys halls.txt --ways --no-picture --quiet | sed -n 's/^ways  .*made in [0-9.]* [a-z]*, [0-9.]* MB$/told/p'
landfall keys halls.txt --ways --json --quiet | grep -c '"ways_made_us":[0-9.]*,"ways_bytes":[0-9]*,'
# Too little memory for them.
try landfall keys halls.txt --ways --max-memory 1
