# The lake on the island cannot be reached: a partial route goes as near as it can.
try landfall route lake.txt --from 19,7 --to 6,4
try landfall route lake.txt --from 19,7 --to 6,4 --partial
try landfall route lake.txt --from 19,7 --to 6,4 --partial --json
try landfall route lake.txt --from 19,7 --to 6,4 --partial --json --cost octile
try landfall route lake.txt --from 19,7 --to 6,4 --partial --cost octile --no-picture
try landfall route lake.txt --from '19,7=3 0,4=4' --to '6,4 8,3' --ends beside --partial --tiles
# A route that there is, is not partial; where no move brings it nearer, it has none.
try landfall route lake.txt --from 19,7 --to 0,4 --partial --json
try landfall route lake.txt --from 3,4 --to 6,4 --partial
try landfall route lake.txt --from 19,7 --to 0,4 --partial --min-depth 3
try landfall route lake.txt --from 19,7 --to 6,4 --partial --shape waypoints --no-picture --strategy headland
# Drawn in a colour of its own.
try landfall route lake.txt --from 19,7 --to 6,4 --partial --draw lake.png --no-picture
head -c 8 lake.png | od -An -tx1
landfall route lake.txt --from 19,7 --to 6,4 --partial --draw lake.svg --no-picture >/dev/null
grep -io '#8a2bb0' lake.svg | head -1
landfall route lake.txt --from 19,7 --to 0,4 --partial --draw lake.svg --no-picture >/dev/null
grep -ci '#8a2bb0' lake.svg
