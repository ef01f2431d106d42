# A batch that ends early leaves whole rows, and goes on behind them: byte for byte what an uninterrupted run writes.
landfall generate islands --size 300x200 --seed 3 -o sea.png
landfall convert sea.png sea.txt
first=$(head -1 sea.txt)
{
    echo from_x,from_y,to_x,to_y
    for i in $(seq 2000); do
        x=$((i * 37 % 300))
        [ "${first:x:1}" != . ] || echo "0,0,$x,0"
    done
} >q.csv
batch() { landfall batch sea.png q.csv --no-times --strategy flood --quiet "$@"; }
batch -o whole.csv
batch --format jsonl -o whole.jsonl
rows_of() { find . -name "$1.*.part" -exec cat {} + | wc -l; }
# A file that may not become larger, step by step: the rows so far are whole, and a prefix of the answer.
for form in csv jsonl; do
    limit=3
    [ $form = csv ] || limit=300
    steps=0
    until [ -e out.$form ]; do
        (
            export LLVM_PROFILE_FILE=/dev/null
            ulimit -f $((limit * (steps + 1)))
            exec 2>said
            batch --format $form -o out.$form --resume --threads $((steps % 4 + 1))
        )
        code=$?
        steps=$((steps + 1))
        [ -e out.$form ] && break
        [ $code -eq 2 ] || echo "exit $code"
        grep -q 'goes on behind the last one' said || cat said
        cmp <(cat out.$form.*.part) <(head -c "$(cat out.$form.*.part | wc -c)" whole.$form)
        [ "$(tail -c 1 out.$form.*.part | tr '\n' n)" = n ] || echo "half a row is left"
    done
    [ $steps -gt 3 ] && echo "$form: several steps"
    cmp out.$form whole.$form && echo "$form: the same after a full disk"
    [ "$(rows_of out.$form)" -eq 0 ] || echo "something is left behind"
done
# Killed at random moments, later and later, until it is done. A run that was quicker than its first moment is begun anew:
# it shows nothing.
for seed in 1 2 3 4 5; do
    RANDOM=$seed
    killed=0
    rm -f out.csv
    for try in $(seq 1 1000); do
        signal=$([ $((RANDOM % 3)) -eq 0 ] && echo TERM || echo KILL)
        delay=$((RANDOM % 20 + killed * 4 + 1)) # ever later: in the end a run is done, however slow the machine is
        # In a shell of its own, which says what became of it.
        bash -c 'timeout -s "$0" "$@"; :' "$signal" "$((delay / 1000)).$(printf %03d $((delay % 1000)))" landfall batch sea.png q.csv --no-times \
            --strategy flood --quiet -o out.csv --resume --threads $((RANDOM % 4 + 1)) 2>/dev/null
        [ -e out.csv ] || { killed=$((killed + 1)); continue; }
        [ $killed -eq 0 ] || break
        rm out.csv
    done
    [ $killed -gt 0 ] || echo "seed $seed: never killed"
    cmp out.csv whole.csv && echo "seed $seed: the same after kills"
    [ "$(rows_of out.csv)" -eq 0 ] || echo "something is left behind"
done
# Slow queries are handed in one by one: a kill does not lose a hundred of them. (Nine tries, for a slow machine may be late
# with the kill; a piece of a hundred is never seen in part.)
for try in 1 2 3 4 5 6 7 8 9; do
    rm -f slow.csv*
    (exec landfall batch sea.png q.csv --no-times --strategy flood --repeat 1000 --threads 1 --quiet -o slow.csv) &
    until [ "$(rows_of slow.csv)" -gt 1 ]; do sleep 0.01; done
    { kill -9 $! && wait $!; } 2>/dev/null
    [ "$(rows_of slow.csv)" -lt 100 ] && break
done
[ "$(rows_of slow.csv)" -lt 100 ] && echo "slow queries: rows are there at once"
# Rows of another question are left alone; half a row, and rows that are not the next ones, are made anew.
(ulimit -f 5 && LLVM_PROFILE_FILE=/dev/null batch -o out2.csv 2>/dev/null)
part=$(echo out2.csv.*.part)
kept=$(wc -l <"$part")
cp "$part" saved
landfall batch sea.png q.csv --no-times --strategy flood --cost octile --quiet -o out2.csv --resume
[ "$(wc -l <"$part")" -eq "$kept" ] && echo "rows of another question stay"
cmp -s out2.csv whole.csv && echo "but it is another question"
for cut in 1 7 100; do
    head -c "-$cut" saved >"$part"
    batch -o out2.csv --resume; cmp out2.csv whole.csv && echo "cut by $cut: the same"
done
{ head -20 saved && printf '\0\0\0\0\n' && tail -n +22 saved; } >"$part"
batch -o out2.csv --resume; cmp out2.csv whole.csv && echo "zeros: the same"
sed 1d saved >"$part"
batch -o out2.csv --resume; cmp out2.csv whole.csv && echo "no head: the same"
# Without --resume it begins anew.
cp saved "$part"
landfall batch sea.png q.csv --no-times --strategy flood -o out2.csv 2>&1 | grep -c 'there already'
cmp out2.csv whole.csv && echo "anew: the same"
# A bad query far down a pipe: the rows before it stay, and once it is mended the rest follows.
{ head -1 q.csv && for i in 1 2 3 4 5 6; do tail -n +2 q.csv; done; } >long.csv
line=5200
sed "${line}s/.*/0,0,999,0/" long.csv >bad.csv
stream() { landfall batch sea.png - --no-times --strategy flood --quiet "$@"; }
cat bad.csv | stream -o long.out 2>&1 | sed -E 's/\.[0-9a-f]{16}\.part/.HASH.part/'
echo "exit ${PIPESTATUS[1]}, $(($(rows_of long.out) - 1)) rows"
cat long.csv | stream -o long.out --resume
echo "exit $?"
stream <long.csv | cmp - long.out && echo "the mended pipe: the same"
# A reader that goes away.
(batch --format jsonl --threads 2; echo "exit $?" >code) 2>message | head -1 >/dev/null
cat message code
try batch --resume
try batch --resume --out /dev/null
# Two runs at once.
(
    exec 9>"out3.csv.$(echo "$part" | sed -E 's/.*\.([0-9a-f]{16})\.part/\1/').part"
    flock -n 9 && try batch -o out3.csv --resume
)
