# The numbers do not depend on the threads, however the lists are cut: by fields, by a hierarchy, under weights, for the
# nearest; with more sources than targets and the other way round; with ends that are left out.
landfall generate archipelago --size 200x150 --seed 4 -o sea.png
landfall index sea.png --hierarchy yes -o sea.lfindex >/dev/null
landfall index sea.png --cost octile --hierarchy yes -o octile.lfindex >/dev/null
for y in $(seq 1 6 149); do for x in $(seq 1 11 199); do echo $x,$y; done; done >many.txt # 475, some on land
for y in 20 70 120; do for x in 10 60 110 160 190; do echo $x,$y; done; done >few.txt
same() { # NAME OPTION...
    local name=$1 threads
    shift
    for threads in 1 2 3 4 8; do
        landfall matrix sea.png --skip-bad-ends --quiet --threads $threads "$@" >$threads.out
        cmp 1.out $threads.out || echo "$name: another answer with $threads threads"
    done
    echo "$name: $(wc -l <1.out) lines"
}
same "fields, few targets" --from many.txt --to few.txt
same "fields, few sources" --from few.txt --to many.txt
same "fields, octile" --from few.txt --to few.txt --cost octile
same "hierarchy, long lists" --from many.txt --to many.txt --index sea.lfindex
same "hierarchy, octile" --from many.txt --to many.txt --index octile.lfindex --cost octile
same "hierarchy, few targets" --from many.txt --to few.txt --index sea.lfindex
same "hierarchy, few sources" --from few.txt --to many.txt --index sea.lfindex
same "nearest by fields" --from few.txt --to many.txt --nearest 3
same "nearest of few by fields" --from many.txt --to few.txt --nearest 3
same "nearest by the hierarchy" --from many.txt --to few.txt --nearest 4 --index sea.lfindex
same "the nearest" --from many.txt --to few.txt --nearest 1 --index sea.lfindex
same "soft coast" --from few.txt --to many.txt --depth compute --coast-cost '2:+3 inf:+0'
same "JSON" --from few.txt --to few.txt --json
try landfall matrix sea.png --from few.txt --to few.txt --threads 0
