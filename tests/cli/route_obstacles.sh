# Tiles that are blocked or open for one query alone.
try landfall route lake.txt --from 19,7 --to 0,4 --block '10,7,1,2 0,0,3,2' --open 4,4
try landfall route lake.txt --from 19,7 --to 6,4 --open 4,4,2,1 --json
try landfall route lake.txt --from 19,7 --to 0,4 --block 2,0,1,8 --strategy headland
try landfall route lake.txt --from 19,7 --to 0,4 --block 2,0,1,8 --partial --no-picture --strategy headland
try landfall route lake.txt --from 19,7 --to 0,4 --block '2,0,1,8' --open 2,3 --strategy expand --no-picture
try landfall route lake.txt --from 19,7 --to 0,4 --block 2,3 --open 2,3 --no-picture --cost octile
# The last rectangle counts, wherever it came from.
printf '2,0,1,8\n\n 100,100,5,5\n' >zone.txt
try landfall route lake.txt --from 19,7 --to 0,4 --block zone.txt --no-picture
try landfall route lake.txt --from 19,7 --to 0,4 --open 2,6 --block zone.txt --no-picture
try landfall route lake.txt --from 19,7 --to 0,4 --block zone.txt --open 2,6 --no-picture
# Ends are judged with the obstacles.
try landfall route lake.txt --from 19,7 --to 0,4 --block 0,4
try landfall route lake.txt --from 19,7 --to 0,4 --block 0,4 --ends beside --no-picture
try landfall route lake.txt --from 9,3 --to 0,4 --open 9,3,3,1 --no-picture
# What is wrong.
try landfall route lake.txt --from 19,7 --to 0,4 --block 1,2,0,4
try landfall route lake.txt --from 19,7 --to 0,4 --block 1,2,3
try landfall route lake.txt --from 19,7 --to 0,4 --block ' '
try landfall route lake.txt --from 19,7 --to 0,4 --block -
try landfall route lake.txt --from 19,7 --to 0,4 --block missing.txt
printf '1,1\n2,2 here\n' >bad.txt
try landfall route lake.txt --from 19,7 --to 0,4 --open bad.txt
printf '1,1\0' >zero.txt
try landfall route lake.txt --from 19,7 --to 0,4 --open zero.txt
try landfall route lake.txt --from 19,7 --to 0,4 --block zone.txt --block zone.txt
try landfall route lake.txt --from 19,7 --to 0,4 --block zone.txt --draw zone.txt
try landfall route lake.txt --from 19,7 --to 0,4 --block 3,3 --strategy strip --moves orthogonal
# Pictures show them.
landfall route lake.txt --from 19,7 --to 0,4 --block 3,3,1,5 --open 4,4 --draw lake.svg --no-picture >/dev/null
grep -ciE 'obstacle|opened' lake.svg
landfall route lake.txt --from 19,7 --to 0,4 --draw lake.svg --no-picture >/dev/null
grep -ciE 'obstacle|opened' lake.svg
