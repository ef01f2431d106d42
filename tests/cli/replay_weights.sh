# Weights follow edits: of tiles, of depths by them, and of bytes. Every answer is compared with a map made anew.
landfall generate archipelago --size 90x70 --seed 5 -o sea.png
head -c 6300 /dev/zero | tr '\0' '\3' >calm.raw
for edits in craters doors buildings storms; do
    landfall generate script --map sea.png --rounds 20 --edits $edits --seed 2 -o script.jsonl
    # Behind each edit another one, of bytes.
    awk '{ print } /"edit"/ { k += 7; printf "{\"edit\":[{\"disc\":[%d,%d,9],\"byte\":%d},{\"rect\":[%d,3,5,80],\"byte\":1},{\"tiles\":[[2,2],[80,60]],\"byte\":200}]}\n", k % 90, k % 70, 1 + k % 40, k % 90 }' \
        script.jsonl >weighed.jsonl
    for options in "--coast-cost 2:+3" "--weights calm.raw" "--weights calm.raw --coast-cost openfront --index yes" \
        "--weights calm.raw --cost octile --strategy flood" "--weights calm.raw --moves orthogonal --strategy cells" \
        "--weights calm.raw --weight-table 3:30 --moves king-cut --index later"; do
        case $options in *calm*) script=weighed.jsonl ;; *) script=script.jsonl ;; esac
        landfall replay sea.png $script -q --check $options >answers
        echo "$edits, $options: exit $?, $(grep -c '"agrees":true' answers) agree, $(grep -c '"agrees":false' answers) do not"
    done
done
cat >swell.jsonl <<'END'
{"route":{"from":[[0,0]],"to":[[9,0]]}}
{"edit":[{"tiles":[[5,2]],"open":true}]}
{"route":{"from":[[0,0]],"to":[[9,0]]}}
{"edit":[{"rect":[0,0,10,2],"byte":9}]}
{"route":{"from":[[0,0]],"to":[[9,0]],"strategy":"cells"}}
{"edit":[{"rect":[0,0,10,2],"byte":9}]}
END
head -c 30 /dev/zero | tr '\0' '\1' >ones.raw
try landfall replay wall.txt swell.jsonl --check --weights ones.raw
# What does not go together.
line() { # LINE OPTION...
    printf '%s\n' "$1" >script.jsonl
    shift
    try landfall replay wall.txt script.jsonl "$@"
}
line '{"edit":[{"disc":[1,1,1],"byte":7}]}'
line '{"edit":[{"disc":[1,1,1],"byte":7}]}' --coast-cost 3:+1
line '{"edit":[{"disc":[1,1,1],"byte":256}]}' --weights ones.raw
line '{"edit":[{"disc":[1,1,1],"byte":1,"open":true}]}' --weights ones.raw
line '{"route":{"from":[[0,0]],"to":[[1,0]],"strategy":"headland"}}' --weights ones.raw
line '{"route":{"from":[[0,0]],"to":[[1,0]],"strategy":"cells"}}'
line '{"route":{"from":[[0,0]],"to":[[1,0]]}}' --weights ones.raw --strategy corridor
line '{"route":{"from":[[0,0]],"to":[[1,0]]}}' --coast-cost '255:65535'
printf '%s\n' '{"edit":[{"tiles":[[1,0]],"byte":0}]}' '{"route":{"from":[[0,0]],"to":[[1,0]]}}' >script.jsonl
try landfall replay wall.txt script.jsonl --weights ones.raw
