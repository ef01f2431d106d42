# The coarse planes that a map brings. This one has 9 x 8 tiles: the sizes of its planes are rounded down. Its level 2
# calls the upper right corner closed.
mkdir sea
cat >sea/manifest.json <<'END'
{"map":{"width":9,"height":8,"num_land_tiles":0},
 "map4x":{"width":4,"height":4,"num_land_tiles":0},
 "map16x":{"width":2,"height":2,"num_land_tiles":1}}
END
head -c 72 /dev/zero | tr '\0' '\041' >sea/map.bin
head -c 16 /dev/zero | tr '\0' '\041' >sea/map4x.bin
printf '\041\200\041\041' >sea/map16x.bin
try landfall route sea --from 0,0 --to 7,7 --strategy expand --coarse given
try landfall route sea --from 0,0 --to 7,7 --strategy expand --coarse given --level 1 --no-picture
try landfall route sea --from 0,0 --to 7,7 --strategy expand --coarse given --level 2 --radius 0 --no-picture
try landfall route sea --from 0,0 --to 7,7 --strategy expand --coarse given --level 3
# The plane proposes and never forbids: tiles that it calls closed, or does not have, are reached all the same.
try landfall route sea --from 4,0 --to 0,7 --strategy expand --coarse given --no-picture
try landfall route sea --from 0,0 --to 8,7 --strategy expand --coarse given --no-picture
printf 'from_x,from_y,to_x,to_y\n0,0,8,7\n4,0,0,7\n' | landfall batch sea - --strategy corridor --coarse given --quiet
rm sea/map4x.bin sea/map16x.bin
try landfall route sea --from 0,0 --to 7,7 --strategy expand --coarse given
