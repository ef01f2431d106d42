# Editors on some systems put a byte order mark at the beginning of a text: it is no part of it.
mark() { printf '\357\273\277'; cat "$1"; }
mark bay.txt >m.txt
mark ring.map >m.map
mark ring.map.scen >m.scen
mark bay.csv >m.csv
printf 'S.E\n' >crypt.txt
mark crypt.txt >m-crypt.txt
printf '0,0 1,0' >tiles
mark tiles >m-tiles
echo '[[0,0],[1,0]]' >json
mark json >m-json
echo '{"work":"all"}' >script
mark script >m-script
mkdir sea
echo '{"map":{"width":2,"height":1}}' >manifest
mark manifest >sea/manifest.json
printf '\041\041' >sea/map.bin
printf 'image: chart.pgm\nresolution: 1.0\norigin: [0.0, 0.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >yaml
mark yaml >m.yaml
printf 'P5\n2 1\n255\n\377\377' >chart.pgm
landfall convert m.txt - | cmp - bay.txt && echo "text: same"
landfall convert - - --map-format text <m.txt | cmp - bay.txt && echo "text on standard input: same"
landfall convert m.map - | cmp - <(landfall convert ring.map -) && echo "movingai: same"
try landfall batch ring.map m.scen --quiet
try landfall batch bay.txt m.csv --quiet
try landfall keys m-crypt.txt --no-picture | grep -E 'found|length|exit'
try landfall check bay.txt m-tiles
try landfall check bay.txt m-json
try landfall replay bay.txt m-script --quiet
try landfall convert sea -
try landfall convert m.yaml -
# Places in messages do not count it.
printf '\357\273\277..x%%\n' >bad.txt
try landfall info bad.txt
# Only the first one is a mark.
printf '\357\273\277\357\273\277..\n' >twice.txt
try landfall info twice.txt
