landfall generate rooms --size 200x120 --seed 3 --out sea.txt
try landfall index sea.txt -o sea.lfindex
try landfall route sea.txt --from 0,0 --to 199,119 --index sea.lfindex
try landfall route sea.txt --from 0,0 --to 199,119 --strategy flood --no-picture
try landfall route sea.txt --from '0,0=4 0,1=5' --to '199,119 199,118' --strategy headland --json
try landfall compare sea.txt --from 0,0 --to 199,119 --index sea.lfindex
# Threads change nothing.
try landfall index sea.txt -o again.lfindex --threads 3
try cmp sea.lfindex again.lfindex
# Octile costs and other rules have indexes of their own.
try landfall index sea.txt -o octile.lfindex --cost octile
try landfall route sea.txt --from 0,0 --to 199,119 --index octile.lfindex --cost octile
try landfall route sea.txt --from 0,0 --to 199,119 --strategy flood --cost octile
try landfall index sea.txt -o square.lfindex --moves orthogonal
try landfall route sea.txt --from 0,0 --to 199,119 --index square.lfindex --moves orthogonal
try landfall route sea.txt --from 0,0 --to 199,119 --moves orthogonal
try landfall route sea.txt --from 0,0 --to 199,119 --moves orthogonal --strategy flood
