# Depths of the map file, of a raw file, of a PNG, and computed ones. 4 x 4 tiles, land is bit 7.
mkdir sea
cat >sea/manifest.json <<'END'
{"map":{"width":4,"height":4,"num_land_tiles":2},
 "map4x":{"width":2,"height":2,"num_land_tiles":0},
 "map16x":{"width":1,"height":1,"num_land_tiles":0}}
END
printf '\045\041\042\045\045\200\043\045\045\041\042\045\045\201\041\045' >sea/map.bin
printf '\041\041\042\041' >sea/map4x.bin
printf '\041' >sea/map16x.bin
query="route sea --from 0,0 --to 3,3 --json"
without_stats() { sed 's/"stats".*//'; }
try landfall $query --deepest | without_stats
try landfall $query --deepest --depth map | without_stats
try landfall $query --deepest --depth compute | without_stats
printf '\7\0\0\0\7\0\0\0\7\0\0\0\7\7\7\7' >deep.raw
try landfall $query --deepest --depth deep.raw | without_stats
printf '################\n' | tr '#' '\200' | head -c 16 >grey.raw
try landfall $query --deepest --depth grey.raw | without_stats
# A PNG of the same size: white is 255, black is 0.
printf '....\n.##.\n....\n.##.\n' >white.txt
landfall convert white.txt white.png
try landfall $query --deepest --depth white.png | without_stats
try landfall $query --depth map | without_stats
