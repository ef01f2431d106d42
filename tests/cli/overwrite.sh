# No output overwrites an input or another output: refused before any work, both named, nothing changed.
mkdir sea ros folder
cat >sea/manifest.json <<'END'
{"map":{"width":2,"height":2}, "map4x":{"width":1,"height":1}}
END
printf '\041\041\041\041' >sea/map.bin
printf '\041' >sea/map4x.bin
cat >ros/chart.yaml <<'END'
image: chart.pgm
resolution: 1.0
origin: [0.0, 0.0, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
END
printf 'P5\n2 1\n255\n\377\377' >ros/chart.pgm
printf 'S.E\n' >crypt.txt
landfall convert bay.txt bay.png
landfall index bay.png -o bay.lfindex >/dev/null
cp bay.png depth.png
cp bay.lfindex index.png
ln -s bay.png link.png
ln -s ../bay.png folder/link.png
ln bay.png hard.png
ln -s nowhere.png dangling.png
find . -type f -exec sha256sum {} + | sort >before
query="--from 0,0 --to 1,0"
for picture in bay.png ./bay.png folder/../bay.png "$PWD/bay.png" link.png folder/link.png hard.png; do
    try landfall route bay.png $query --draw "$picture" 2>&1 | sed "s,$PWD,PWD,"
done
try landfall compare link.png $query --draw bay.png
try landfall route - --map-format png $query --draw bay.png <bay.png
try landfall route bay.png $query --index index.png --draw index.png
try landfall route bay.png $query --depth depth.png --draw depth.png
try landfall route sea --from 0,0 --to 1,0 --draw sea/map.bin
try landfall convert sea sea/map.bin --out-format png
try landfall convert sea/manifest.json sea/map4x.bin --out-format text
try landfall convert sea sea/manifest.json --out-format text
try landfall convert ros/chart.yaml ros/chart.pgm --out-format text
try landfall convert ros/chart.yaml ./ros/chart.yaml --out-format text
try landfall convert bay.txt bay.txt
try landfall convert bay.txt ./bay.txt
try landfall index bay.txt -o bay.txt
try landfall index bay.txt -o "$PWD/bay.txt" 2>&1 | sed "s,$PWD,PWD,"
try landfall batch bay.txt bay.csv -o bay.csv
try landfall batch bay.txt bay.csv -o bay.txt
try landfall batch bay.txt bay.csv -o bay.lfindex --index bay.lfindex
try landfall batch bay.txt bay.csv --depth depth.png -o depth.png
try landfall batch bay.txt - -o bay.csv <bay.csv
try landfall keys crypt.txt --animate crypt.txt
try landfall keys crypt.txt --draw bay.png --animate link.png
try landfall field bay.png --to 0,0 --out bay.png
try landfall field bay.png --to 0,0 --owners link.png
try landfall field bay.png --to 0,0 --out new.png --directions folder/../new.png
# Two outputs to one file that does not exist yet, one of them through a link that leads nowhere.
try landfall keys crypt.txt --draw nowhere.png --animate folder/../nowhere.png
try landfall keys crypt.txt --draw nowhere.png --animate dangling.png
# The answer goes to standard output: no picture goes there too.
try landfall route bay.txt $query --draw /dev/stdout
try landfall route bay.txt $query --draw same.png >same.png
cat same.png
rm same.png
try landfall index bay.txt -o /dev/stdout
find . -type f ! -name before -exec sha256sum {} + | sort >after
grep -v ' ./before' before | cmp - <(grep -v ' ./after' after) && echo "nothing changed"
# What only looks alike is fine: another file of the folder, a file of that name elsewhere, a device for both.
try landfall convert sea sea/tiles.txt
try landfall convert bay.txt folder/bay.txt
try landfall keys crypt.txt --draw /dev/null --animate folder/crypt.txt --no-picture >/dev/null
