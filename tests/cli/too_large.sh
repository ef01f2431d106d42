# Maps of more than 2^32 - 2 tiles are refused before they are read: the files are 20 GB of holes, and standard input
# never ends. Where memory can be limited (not with a sanitizer), it is.
runs=$(bash -c 'ulimit -v 1000000; landfall --version; echo $?' 2>/dev/null | tail -1)
[ "$runs" != 0 ] || ulimit -v 1000000
huge() { truncate -s 20G "$1"; }
printf 'type octile\nheight 100000\nwidth 100000\nmap\n' >huge.map
huge huge.map
printf '\211PNG\r\n\032\n\0\0\0\015IHDR\0\001\206\240\0\001\206\240\010\0\0\0\0' >huge.png
huge huge.png
printf 'P5\n100000 100000\n255\n' >huge.pgm
huge huge.pgm
printf 'image: huge.pgm\nresolution: 1.0\norigin: [0.0, 0.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >huge.yaml
: >huge.txt
huge huge.txt
mkdir sea
echo '{"map":{"width":100000,"height":100000}}' >sea/manifest.json
: >sea/map.bin
huge sea/map.bin
: >huge.raw
huge huge.raw
for map in huge.map huge.png huge.yaml huge.txt sea; do try landfall info $map; done
try landfall info huge.raw --size 100000x100000
try landfall info huge.raw --size 65536x65536
try landfall info huge.raw --size 3x3
try landfall info - --map-format raw --size 65535x65538 </dev/zero
{ printf 'type octile\nheight 65536\nwidth 65536\nmap\n'; cat /dev/zero; } | try landfall info - --map-format movingai
try landfall keys huge.txt
try landfall generate maze --size 65536x65536 -o maze.png
try landfall generate dungeon --size 65536x65536
# Small files that only claim such a size are refused for the same reason.
printf 'type octile\nheight 65536\nwidth 65536\nmap\n.\n' >claim.map
try landfall info claim.map
