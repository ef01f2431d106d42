try landfall info - --map-format text <bay.txt
try landfall info - --map-format movingai --json <ring.map
try landfall info - <bay.txt
try landfall info - --map-format ros <bay.txt
try landfall route - --map-format text --from 0,0 --to 2,0 --tiles <bay.txt
printf '.~\n' | try landfall info - --map-format text
