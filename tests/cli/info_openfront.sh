# A map of 4 x 4 tiles: land is bit 7, the low five bits are the magnitude.
mkdir sea
cat >sea/manifest.json <<'END'
{"map":{"width":4,"height":4,"num_land_tiles":2},
 "map4x":{"width":2,"height":2,"num_land_tiles":0},
 "map16x":{"width":1,"height":1,"num_land_tiles":0}}
END
printf '\041\041\042\041\040\200\043\042\041\041\042\041\041\201\041\041' >sea/map.bin
printf '\041\041\042\041' >sea/map4x.bin
printf '\041' >sea/map16x.bin
try landfall info sea
try landfall info sea --json
