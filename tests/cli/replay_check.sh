# Every answer is compared with a flood: all kinds of edits, moves and costs, with an index and without.
landfall generate rooms --size 70x50 --seed 4 -o rooms.txt
landfall generate script --map rooms.txt --rounds 30 --seed 9 -o script.jsonl
for options in "" "--index yes" "--index later" "--moves king-cut --index yes" "--moves orthogonal" \
    "--cost octile" "--cost octile --index yes" "--cost octile --moves king-cut --index yes" "--strategy expand" \
    "--moves orthogonal --strategy strip" "--strategy spine"; do
    landfall replay rooms.txt script.jsonl -q --check $options >answers
    echo "$options: exit $?, $(grep -c '"agrees":true' answers) agree, $(grep -c '"agrees":false' answers) do not"
done
for seed in 1 2 3 4 5 6; do
    for edits in craters doors buildings storms; do
        for map in bay.txt wall.txt corner.txt dot.txt ring.map; do
            landfall generate script --map $map --rounds 12 --edits $edits --seed $seed -o script.jsonl
            landfall replay $map script.jsonl -q --check --index yes >answers
            [ $? -le 1 ] && ! grep -q '"agrees":false' answers || echo "$map, $edits, seed $seed"
        done
    done
done
cat >door.jsonl <<'END'
{"route":{"from":[[0,0]],"to":[[9,0]]}}
{"edit":[{"tiles":[[5,2]],"open":true}]}
{"route":{"from":[[0,0]],"to":[[9,0]]}}
END
try landfall replay wall.txt door.jsonl --check
