try landfall info missing.txt
try landfall route missing.txt --from 0,0 --to 1,1
try landfall info .
try landfall info bay.csv
printf '..%%\n' >bad.txt
try landfall info bad.txt
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n' >short.map
try landfall info short.map
: >empty.txt
try landfall info empty.txt
printf 'no picture' >bad.png
try landfall info bad.png
printf 'abc' >some.raw
try landfall info some.raw
try landfall info some.raw --size 2x2
