# Scripts: the same for the same map and seed, another for another seed; for every kind of edits.
landfall generate script --map bay.txt --rounds 3
for edits in craters doors buildings storms; do
    echo "$edits:"
    landfall generate script --map ring.map --rounds 3 --edits $edits --seed 5 | grep edit
done
landfall generate script --map bay.txt -o one
landfall generate script --map bay.txt -o again --seed 1
landfall generate script --map bay.txt -o other --seed 2
cmp one again && echo "the same again"
cmp -s one other || echo "another"
grep -c '"edit"' one
# Land only: no routes, and craters open it.
printf '###\n###\n' >land.txt
landfall generate script --map land.txt --rounds 1 --edits buildings
printf '\001\001\000\001' | landfall generate script --map - --map-format raw --size 2x2 --rounds 1 | wc -l
try landfall generate script
try landfall generate script --map missing.txt
try landfall generate script --map bay.txt --rounds 0
try landfall generate script --map bay.txt --edits bombs
try landfall generate script --map bay.txt --keys 3
try landfall generate script --map bay.txt --out bay.txt
try landfall generate script --map bay.txt --out-format png -o script.jsonl
try landfall generate maze --size 9x9 --map bay.txt
try landfall generate dungeon --size 20x20 --rounds 2
try landfall generate maze --size 9x9 --threshold 3
