# The answers and their order do not depend on the threads. Enough queries to go around the ring of lines.
landfall generate islands --size 60x40 --seed 3 -o sea.txt
{
    echo from_x,from_y,to_x,to_y
    for i in $(seq 3000); do echo "0,0,$((i % 60)),0"; done
} >raw.csv
# Keep the queries whose target is open, by the map's first line.
first=$(head -1 sea.txt)
awk -F, -v row="$first" 'NR == 1 || substr(row, $3 + 1, 1) == "."' raw.csv >sea.csv
without_times() { sed -E 's/,[0-9.]+$//; s/"[a-z]+_us":[0-9.e+-]+/"us"/g'; }
for format in csv jsonl; do
    for threads in 1 3 16; do
        landfall batch sea.txt sea.csv --threads $threads --format $format --quiet | without_times >$threads.$format
        echo "$format with $threads: exit ${PIPESTATUS[0]}"
    done
    cmp 1.$format 3.$format && cmp 1.$format 16.$format && echo "$format: same"
done
[ "$(wc -l <1.csv)" = "$(wc -l <sea.csv)" ] && echo "a line for each query"
# Nor do they under weights, where a search keeps tables from one query to the next.
for threads in 1 2 5; do
    landfall batch sea.txt sea.csv --depth compute --coast-cost '1:+3 inf:+0' --strategy cells --no-times --quiet \
        --threads $threads >cells.$threads
    cmp cells.1 cells.$threads
done
[ "$(wc -l <cells.1)" = "$(wc -l <sea.csv)" ] && echo "cells: same"
