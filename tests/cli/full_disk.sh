[ -c /dev/full ] || exit 9
for command in "route bay.txt --from 0,0 --to 1,0" "route bay.txt --from 0,0 --to 1,0 --json" \
    "batch bay.txt bay.csv" "batch bay.txt bay.csv --format jsonl" "batch bay.txt bay.csv --out /dev/full" \
    "compare bay.txt --from 0,0 --to 1,0" "compare bay.txt --from 0,0 --to 1,0 --json" \
    "info bay.txt" "info bay.txt --json" "convert bay.txt -" "generate maze --size 9x9" "--help" "--version" \
    "route --help"; do
    landfall $command >/dev/full
    echo "$command: exit $?"
done
