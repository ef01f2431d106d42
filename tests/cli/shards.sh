# Shards put together are what one run writes, byte for byte, however many there are, with kills in between.
landfall generate archipelago --size 200x150 --seed 4 -o sea.png
landfall index sea.png --hierarchy yes -o sea.lfindex >/dev/null
{
    echo from_x,from_y,to_x,to_y
    for i in $(seq 3000); do echo "$((i * 7 % 200)),$((i * 3 % 150)),$((i * 11 % 200)),$((i * 5 % 150))"; done
} >q.csv
batch=(batch sea.png q.csv --no-times --skip-bad-ends --quiet --index sea.lfindex)
landfall "${batch[@]}" -o whole.csv
landfall "${batch[@]}" --format jsonl -o whole.jsonl
for count in 1 2 3 4 5 6 7; do
    shards=()
    for i in $(seq "$count" -1 1); do # given in any order
        shards+=("part.$i")
        # Ended early by a limit, then killed, then finished; the last time there is nothing to do.
        (export LLVM_PROFILE_FILE=/dev/null; ulimit -f 5; landfall "${batch[@]}" --shard "$i/$count" -o "part.$i" --resume) 2>/dev/null
        bash -c '"$@" & sleep 0.03; kill -9 $!; wait $!; :' - landfall "${batch[@]}" --shard "$i/$count" -o "part.$i" --resume --threads 3 2>/dev/null
        landfall "${batch[@]}" --shard "$i/$count" -o "part.$i" --resume
        cp "part.$i" again
        landfall "${batch[@]}" --shard "$i/$count" -o "part.$i" --resume
        cmp again "part.$i"
    done
    shopt -s nullglob
    left=(part.*.part)
    [ ${#left[@]} -eq 0 ] || echo "something is left behind"
    landfall merge "${shards[@]}" -o merged.csv && cmp merged.csv whole.csv && echo "$count shards: the same"
    [ $((count % 3)) -eq 1 ] || continue
    for i in $(seq "$count"); do landfall "${batch[@]}" --format jsonl --shard "$i/$count" >"part.$i"; done
    landfall merge "${shards[@]}" | cmp - whole.jsonl && echo "$count shards of JSON lines: the same"
done
# The first and the last line.
landfall batch bay.txt bay.csv --shard 2/2 --no-times --quiet | sed -E 's/=[0-9a-f]{16}/=HASH/g'
landfall batch bay.txt bay.csv --shard 1/2 --no-times --quiet | tail -1
# Matrices.
for y in $(seq 1 13 149); do for x in $(seq 1 17 199); do echo $x,$y; done; done >many.txt
matrix=(matrix sea.png --from many.txt --to many.txt --skip-bad-ends --quiet)
same() { # NAME OPTION...
    local name=$1 count i
    shift
    landfall "${matrix[@]}" "$@" >whole
    for count in 1 2 3 7; do
        for i in $(seq "$count"); do landfall "${matrix[@]}" "$@" --shard "$i/$count" -o "part.$i" --threads $((i % 3 + 1)); done
        landfall merge $(seq -f part.%g "$count") | cmp - whole && echo "$name, $count shards: the same"
    done
}
same lengths
same "octile lengths" --cost octile
same "by an index" --index sea.lfindex
same "three nearest" --nearest 3
same "the nearest" --nearest 1
# More shards than sources.
printf '0,0 1,0' >two.txt
for i in 1 2 3; do landfall matrix bay.txt --from two.txt --to two.txt --shard $i/3 --quiet -o part.$i; done
try landfall merge part.1 part.2 part.3
# What does not belong together, or is not there.
shard() { landfall batch bay.txt bay.csv --no-times --quiet --shard "$@"; }
shard 1/3 -o a
shard 2/3 -o b
shard 3/3 -o c
try landfall merge a b
try landfall merge a c
try landfall merge a b c c
try landfall merge a b c bay.csv
try landfall merge a b none
try landfall merge
try landfall merge a b c -o a
shard 2/3 --cost octile -o other
try landfall merge a other c
landfall batch wall.txt bay.csv --no-times --quiet --skip-bad-ends --shard 2/3 -o other
try landfall merge a other c
landfall batch bay.txt q.csv --no-times --quiet --skip-bad-ends --shard 2/3 -o other
try landfall merge a other c
shard 2/4 -o other
try landfall merge a other c
try landfall merge part.2 b c
head -n -1 a >cut
try landfall merge cut b c -o new.csv
sed 3d a >cut
try landfall merge cut b c -o new.csv
sed 's/^1,/7,/' a >cut
try landfall merge cut b c -o new.csv
sed 's/of=4/of=5/' b >cut
try landfall merge a cut c -o new.csv
{ cat b && echo more; } >cut
try landfall merge a cut c -o new.csv
{ head -2 b && printf 'x\0y\n'; } >cut
try landfall merge a cut c -o new.csv
landfall merge a b c >/dev/full; echo "exit $?"
[ ! -e new.csv ] || echo "there is a file"
for value in 0/2 3/2 2 1/ /2 1/2/3 x/y 1/200000; do try shard "$value"; done
try landfall matrix bay.txt --from two.txt --to two.txt --shard 1/2 --json
