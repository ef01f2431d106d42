# Weights from map files: letters, costmaps, magnitudes; as a file of their own, or as MAP itself.
printf 'type octile\nheight 4\nwidth 9\nmap\n....W....\n.@@.W.@..\n..T.WSG..\n....W....\n' >swamp.map
try landfall route swamp.map --from 0,0 --to 8,0 --no-picture
try landfall route swamp.map --from 0,0 --to 8,0 --terrain-table 'W:3'
try landfall route swamp.map --from 0,0 --to 8,0 --terrain-table 'W:3,S:9 G:0' --cost octile --json
try landfall route swamp.map --from 0,2 --to 3,2 --weights swamp.map --terrain-table 'T:1 .:5' --no-picture
printf 'image: room.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >room.yaml
printf 'P2 6 3 255\n254 254 0 254 205 205\n254 200 150 120 205 254\n254 254 254 254 254 254\n' >room.pgm
sed '$amode: scale' room.yaml >scale.yaml
try landfall route room.yaml --from 0,0 --to 5,1 --weight-preset nav2
try landfall route room.yaml --from 0,0 --to 5,0 --weight-preset nav2
try landfall route room.yaml --from 0,0 --to 5,0 --weight-preset nav2-unknown --no-picture
try landfall route room.yaml --from 0,0 --to 5,0 --weight-table 255:400 --weight-preset nav2 --no-picture
try landfall route scale.yaml --from 0,0 --to 5,0 --weight-preset nav2
try landfall route room.yaml --from 0,0 --to 5,1 --weights scale.yaml --weight-preset nav2 --no-picture
mkdir bay
printf '{"map": {"width": 5, "height": 3}}' >bay/manifest.json
printf '\200\1\2\2\2\1\1\3\12\13\1\2\3\3\14' >bay/map.bin
try landfall route bay --from 1,0 --to 4,2 --weight-preset openfront
try landfall route bay --from 1,0 --to 4,2 --coast-cost openfront --no-picture
try landfall route bay --from 1,0 --to 4,2 --weights bay --weight-table '0-31:1 10:0' --no-picture
printf '\1\2\3\0\1\1' >plain.raw
try landfall route plain.raw --size 3x2 --from 0,0 --to 2,0 --weight-table 2:9
# What is wrong.
try landfall route swamp.map --from 0,0 --to 8,0 --weight-table 1:3
try landfall route swamp.map --from 0,0 --to 8,0 --weights swamp.map
try landfall route swamp.map --from 0,0 --to 8,0 --terrain-table 'W:3' --weight-preset nav2
try landfall route swamp.map --from 0,0 --to 8,0 --terrain-table 'WW:3'
try landfall route swamp.map --from 0,0 --to 8,0 --terrain-table 'W:-1'
try landfall route swamp.map --from 0,0 --to 8,0 --terrain-table ','
try landfall route lake.txt --from 0,0 --to 8,0 --terrain-table 'W:3'
try landfall route room.yaml --from 0,0 --to 5,1 --terrain-table 'W:3'
try landfall route room.yaml --from 0,0 --to 5,1 --weights room.yaml
try landfall route room.yaml --from 0,0 --to 5,1 --weights room.yaml --weight-preset nav
try landfall route room.yaml --from 0,0 --to 5,1 --weights room.yaml --weight-preset nav2 --draw room.pgm
try landfall route swamp.map --from 0,0 --to 8,0 --weights room.yaml --weight-preset nav2
try landfall route swamp.map --from 0,0 --to 8,0 --weights room.yaml --weight-preset nav2 --draw room.pgm
try landfall route bay --from 1,0 --to 4,2 --weights bay
try landfall route plain.raw --size 3x2 --from 0,0 --to 2,0 --weight-table 0-255:0
try landfall route plain.raw --from 0,0 --to 2,0 --weight-table 2:9
try landfall route lake.txt --from 0,0 --to 8,0 --weight-preset nav2
sed 's/G/q/' swamp.map >odd.map
try landfall route odd.map --from 0,0 --to 8,0 --terrain-table 'W:3'
try landfall route swamp.map --from 0,0 --to 8,0 --weights odd.map --terrain-table 'W:3'
try landfall route swamp.map --from 0,0 --to 8,0 --terrain-table 'W:3' --strategy corridor
try landfall route swamp.map --from 0,0 --to 8,0 --coast-cost openfronts
