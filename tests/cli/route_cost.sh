# A route that is shortest in moves need not be cheapest; the cost is exact to its last decimal.
landfall route bay.txt --from 6,6 --to 17,7 --cost octile --no-picture
landfall route bay.txt --from 6,6 --to 17,7 --cost octile --json
landfall route bay.txt --from 6,6 --to 17,7 --cost octile --moves king-cut --json
landfall route bay.txt --from 6,6 --to 17,7 --cost octile --moves orthogonal --strategy expand --json
landfall route bay.txt --from 6,6 --to 17,7 --cost uniform --json
landfall route dot.txt --from 0,0 --to 0,0 --cost octile --json
landfall generate open --size 3000x3000 --out open.png
landfall route open.png --from 0,0 --to 2999,2999 --cost octile --json | sed 's/"tiles":.*\]\],//'
landfall route open.png --from 0,0 --to 2378,2999 --cost octile | grep cost
try landfall route ring.map --from 2,2 --to 0,0 --cost octile --json
