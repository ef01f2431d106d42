# The same map as text, as raw bytes, as a picture by colour and by threshold, and on standard input: every verb that
# reads a map gives the same answer.
printf '.....#..\n..#..#..\n..#.....\n' >chart.txt
printf 'from_x,from_y,to_x,to_y\n0,0,7,0\n' >chart.csv
printf '0,0 1,1' >tiles
tr -d '\n' <chart.txt | tr '.#' '\1\0' >chart.bytes
landfall convert chart.txt chart.png
# Open where the picture is black: the same map from its negative.
tr '.#' '#.' <chart.txt >negative.txt
landfall convert negative.txt negative.png
without_clock() { sed -E -e '/^(time|format) /d' -e 's/[0-9]+\.[0-9]+ [um]s//g' -e 's/^([0-9]+,.*),[0-9.]+$/\1/' \
    -e 's/^(flood.* (yes|no)).*/\1/' -e 's/^(flood,[0-9]+,[0-9]+).*/\1/' -e 's/  +.*//'; }
try_all() { # VERB ARGUMENT...: the verb with MAP in each form
    verb=$1
    shift
    run() { landfall $verb "$@" 2>&1; echo "exit $?"; }
    run chart.txt "$@" | without_clock >text
    run chart.bytes "$@" --map-format raw --size 8x3 | without_clock >raw
    run negative.png "$@" --open-color 000000 | without_clock >colour
    run chart.png "$@" --threshold 255 | without_clock >threshold
    run - "$@" --map-format text <chart.txt | without_clock >stdin
    for form in raw colour threshold stdin; do
        cmp text $form && echo "$verb: $form is the same as text"
    done
    tail -1 text
}
try_all route --from 0,0 --to 7,0
try_all batch chart.csv --quiet
for form in chart.txt "chart.bytes --map-format raw --size 8x3" "negative.png --open-color 000000" "chart.png --threshold 255" \
    "- --map-format text"; do
    landfall compare $form --from 0,0 --to 7,0 <chart.txt | awk '/^[a-z-]+(\/[a-z]+)? +[0-9]/ { printf "%s %s, ", $1, $2 } END { print "" }'
done
try_all bench --queries chart.csv --strategies flood --csv
try_all info
try_all field --to 0,0
try_all convert -
try_all check tiles
n=0
for form in chart.txt "chart.bytes --map-format raw --size 8x3" "negative.png --open-color 000000" "chart.png --threshold 255" \
    "- --map-format text"; do
    landfall index $form -o index.$((n += 1)) <chart.txt >/dev/null && cmp index.1 index.$n && echo "index $n: the same"
done
