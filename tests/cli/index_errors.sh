landfall generate rooms --size 64x40 --seed 3 --out sea.txt
landfall generate rooms --size 64x40 --seed 4 --out other.txt
try landfall index sea.txt -o sea.lfindex
use() { try landfall route sea.txt --from 0,0 --to 63,39 --index "$@"; }
head -c 300 sea.lfindex >short.lfindex
use short.lfindex
{ cat sea.lfindex; echo; } >long.lfindex
use long.lfindex
{ head -c 100 sea.lfindex; printf '\377'; tail -c +102 sea.lfindex; } >altered.lfindex
use altered.lfindex
{ head -c 8 sea.lfindex; printf '\001'; tail -c +10 sea.lfindex; } >version.lfindex
use version.lfindex
use sea.txt
use nowhere.lfindex
use sea.lfindex --moves king-cut
use sea.lfindex --cost octile
try landfall route other.txt --from 0,0 --to 63,39 --index sea.lfindex
try landfall index sea.txt
try landfall index sea.txt -o no/such/folder/x.lfindex
try landfall index sea.txt -o -
try landfall index nowhere.txt -o x.lfindex
try landfall index sea.txt -o x.lfindex --threads 0
try landfall route sea.txt --from 0,0 --to 63,39 --strategy strip
ls
