# One coarse map serves all threads; answers do not depend on their number.
landfall generate rooms --size 200x120 --seed 5 --out sea.txt
{
    echo from_x,from_y,to_x,to_y
    awk '{ for (x = 1; x <= length($0); x += 37) if (substr($0, x, 1) == ".") print x - 1 "," NR - 1 }' sea.txt |
        awk '{ place[NR] = $0 } END { for (i = 1; i <= NR; i += 9) print place[i] "," place[NR + 1 - i] }'
} >queries.csv
landfall batch sea.txt queries.csv --strategy flood --quiet | cut -d, -f1-3 >flood
for strategy in corridor expand expand-optimal; do
    for threads in 1 3; do
        landfall batch sea.txt queries.csv --strategy $strategy --coarse cells --radius 0 --threads $threads --quiet |
            cut -d, -f1-5 >$strategy.$threads
    done
    cmp $strategy.1 $strategy.3 && echo "$strategy: $(($(wc -l <$strategy.1) - 1)) answers, the same on three threads"
    # No route is shorter than flood's, and none is missing.
    paste -d, flood <(cut -d, -f2,3 $strategy.1) | awk -F, 'NR > 1 && ($2 != $4 || $5 < $3) { print "impossible: " $0 }'
done
landfall batch bay.txt bay.csv --strategy expand --level 2
try landfall batch bay.txt bay.csv --strategy expand --level 7
try landfall batch bay.txt bay.csv --strategy expand --coarse given
try landfall batch bay.txt bay.csv --strategy expand --radius -1
