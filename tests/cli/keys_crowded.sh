# Doors side by side, on maps so large that keys and not keys-plain answers.
pad() { awk -v w="$1" -v h="$2" -v hero="$3" '
    function row(text) { while (length(text) < w) text = text "#"; return text }
    { print row($0) }
    END { for (y = NR; y < h; y++) { r = row(""); if (y == 60 && hero) r = substr(r, 1, 100) "@" substr(r, 102); print r } }'; }
printf '#########\n#ScCCb.##\n####DB###\n#####E###\n' | pad 1000 200 0 > one.txt
try landfall keys one.txt
try landfall keys one.txt --strategy keys-plain
printf 'FbaBAcAA\nA..BEAE>\n' | pad 500 200 1 > two.txt
try landfall keys two.txt --from 1,0
try landfall keys two.txt --from 1,0 --strategy keys-plain
printf '#SbD#\n##DB#\n###E#\n' > shut.txt
try landfall keys shut.txt
