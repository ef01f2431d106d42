landfall generate archipelago --size 200x120 --seed 1 --out sea.txt
route() { try landfall route sea.txt --from 60,30 --to 150,95 --no-picture --depth compute "$@"; }
try landfall index sea.txt -o sea.lfindex
try landfall index sea.txt --depth compute --min-depth 2 -o two.lfindex
try landfall index sea.txt --depth compute --min-depth 3 -j 2 -o three.lfindex
# The gate chooses; the length is that of flood.
route --min-depth 2 --strategy flood
route --min-depth 2 --index sea.lfindex --index two.lfindex --index three.lfindex
route --min-depth 3 --index sea.lfindex --index two.lfindex --index three.lfindex --json | sed 's/"tiles":.*//'
route --index sea.lfindex --index two.lfindex
route --deepest --index two.lfindex --index three.lfindex
# headland builds the index that it needs, harbours included, and says what it does not take.
route --min-depth 2 --strategy headland
route --min-depth 2 --strategy headland --harbour 4
route --min-depth 2 --strategy headland --index three.lfindex
route --strategy headland --index two.lfindex
route --deepest --strategy headland --index two.lfindex
# Units of 2 x 2 tiles.
try landfall index sea.txt --depth corner --edge-blocked --min-depth 2 -o pair.lfindex
try landfall route sea.txt --from 60,30 --to 150,95 --no-picture --depth corner --edge-blocked --min-depth 2 --index pair.lfindex
# Other depths, no depths, the same gate twice, another map.
route --min-depth 2 --edge-blocked --index two.lfindex
try landfall route sea.txt --from 60,30 --to 150,95 --depth corner --min-depth 2 --index two.lfindex
try landfall route sea.txt --from 60,30 --to 150,95 --index two.lfindex
route --min-depth 2 --index two.lfindex --index two.lfindex
route --min-depth 2 --index sea.lfindex --index sea.lfindex
try landfall compare sea.txt --from 60,30 --to 150,95 --index two.lfindex
try landfall index sea.txt --depth compute -o x.lfindex
try landfall index sea.txt --min-depth 256 -o x.lfindex
try landfall index sea.txt --depth map --min-depth 2 -o x.lfindex
try landfall index sea.txt --depth two.lfindex --min-depth 2 -o two.lfindex
# Batch picks it as well, and builds it if there are many queries.
{ echo from_x,from_y,to_x,to_y; for i in $(seq 1 120); do echo 60,30,150,95; done; } >many.csv
try landfall batch sea.txt many.csv --depth compute --min-depth 2 --index two.lfindex --out a.csv
try landfall batch sea.txt many.csv --depth compute --min-depth 2 --out b.csv
try landfall batch sea.txt many.csv --depth compute --min-depth 3 --strategy headland --index two.lfindex
cut -d, -f1-3 a.csv >a.cut
cut -d, -f1-3 b.csv >b.cut
try cmp a.cut b.cut
ls
