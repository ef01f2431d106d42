# The size of a PNG is in its header: width and height, four bytes each.
size_of() { od -An -tu1 -j16 -N8 "$1" | awk '{print $1 * 16777216 + $2 * 65536 + $3 * 256 + $4, $5 * 16777216 + $6 * 65536 + $7 * 256 + $8}'; }
ask="landfall route bay.txt --from 0,0 --to 23,8 --json"
for options in "" "--width 640" "--zoom 10" "--zoom 0.5" "--crop 2,1,12,6 --zoom 20" "--crop 2,1,12,6 --width 300" "--zoom route"; do
    $ask --draw out.png $options >/dev/null
    echo "[$options] exit $? $(size_of out.png)"
done
landfall compare bay.txt --from 0,0 --to 23,8 --draw all.png --width 900 --json >/dev/null
echo "compare: exit $? $(size_of all.png)"
rm -f out.png all.png
# What is wrong with them is said, and nothing is written.
for options in "--crop 0,0,25,1" "--crop 24,0,1,1" "--crop 0,0,0,1" "--crop 1,2,3" "--crop 1,2,3,4,5" "--crop -1,0,2,2" \
    "--width 0" "--width 20001" "--zoom 0" "--zoom 0.0001" "--zoom 257" "--zoom 1e2" "--zoom" "--crop 0,0,24,9 --zoom 256 --width 100" \
    "--crop 0,0,4,4 --zoom route"; do
    try $ask --draw out.png $options
done
landfall generate open --size 9000x9000 -o large.map
try landfall route large.map --from 0,0 --to 9,0 --draw out.png --zoom 1
try landfall compare large.map --from 0,0 --to 9,0 --draw out.png --width 20000
try landfall route bay.txt --from 0,0 --to 23,8 --zoom 3 --no-picture
ls out.png 2>/dev/null
