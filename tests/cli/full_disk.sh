[ -c /dev/full ] || exit 9
echo 0,0 >tiles
printf 'S.E\n' >crypt.txt
echo '{"work":"all"}' >bay.jsonl
for command in "route bay.txt --from 0,0 --to 1,0" "route bay.txt --from 0,0 --to 1,0 --json" \
    "batch bay.txt bay.csv" "batch bay.txt bay.csv --format jsonl" "batch bay.txt bay.csv --out /dev/full" \
    "compare bay.txt --from 0,0 --to 1,0" "compare bay.txt --from 0,0 --to 1,0 --json" \
    "info bay.txt" "info bay.txt --json" "convert bay.txt -" "generate maze --size 9x9" "--help" "--version" \
    "route --help" "bench bay.txt --random 1 --strategies flood" "check bay.txt tiles" "keys crypt.txt" "keys crypt.txt --json" \
    "index bay.txt -o bay.lfindex" "generate dungeon --size 20x20" "replay bay.txt bay.jsonl" \
    "generate script --map bay.txt" "field bay.txt --to 0,0" "field bay.txt --to 0,0 --json" \
    "matrix bay.txt --from tiles --to tiles" "matrix bay.txt --from tiles --to tiles --json"; do
    landfall $command >/dev/full
    echo "$command: exit $?"
done
# A device that is full, as the file of every verb that writes one: it stays a device, and there is no answer.
ln -s /dev/full full.png
ln -s /dev/full full.npy
ln -s /dev/full full.gif
ln -s /dev/full full.txt
for command in "route bay.txt --from 0,0 --to 1,0 --draw full.png" "compare bay.txt --from 0,0 --to 1,0 --draw full.png" \
    "batch bay.txt bay.csv --quiet --out full.txt" "convert bay.txt full.txt" "convert bay.txt full.png --out-format png" \
    "generate maze --size 9x9 -o full.png" "generate dungeon --size 20x20 -o full.txt" "index bay.txt -o /dev/full" \
    "keys crypt.txt --draw full.png" "keys crypt.txt --animate full.gif" "keys crypt.txt --animate full.txt" \
    "replay bay.txt bay.jsonl --quiet --out full.txt" "replay bay.txt bay.jsonl --out answers --animate full.gif" \
    "generate script --map bay.txt -o full.txt" "field bay.txt --to 0,0 --out full.png" \
    "field bay.txt --to 0,0 --directions full.npy"; do
    landfall $command
    echo "$command: exit $?"
done
[ -c /dev/full ] && [ -L full.png ] && echo "still a device behind a link"
