# Lengths alone: the columns, and those that other options add.
try landfall batch bay.txt bay.csv --lengths
try landfall batch wall.txt wall.csv --lengths --cost octile
try landfall batch wall.txt wall.csv --lengths --partial
try landfall batch bay.txt bay.csv --lengths --format jsonl
# With an index, ends that come again are kept; the lengths are those of single searches, for any number of threads, under
# both costs, and in parts.
landfall generate islands --size 120x90 --seed 4 -o sea.png --quiet
landfall convert sea.png sea.txt --quiet
awk 'BEGIN { n = 0; print "from_x,from_y,to_x,to_y" }
     NR % 13 == 5 { for (x = 7; x < length($0); x += 23) if (substr($0, x + 1, 1) == ".") end[n++] = x "," NR - 1 }
     END { for (r = 0; r < 40; r++) for (i = 0; i < n; i++) print end[i] "," end[(i * 7 + r) % n] }' sea.txt > pairs.csv
for cost in uniform octile; do
    landfall index sea.png -o $cost.lfindex --cost $cost --hierarchy yes --quiet >/dev/null
    try landfall batch sea.png pairs.csv --index $cost.lfindex --cost $cost --no-times --quiet --out long.csv
    for threads in 1 2 3 4 5 6 7 8; do
        try landfall batch sea.png pairs.csv --index $cost.lfindex --cost $cost --lengths --threads $threads --quiet --out short.csv
        case $cost in uniform) cut -d, -f1-3 long.csv ;; *) cut -d, -f1-4 long.csv ;; esac | cmp - short.csv && echo same
    done
    # Ended early by a limit, and gone on with.
    (export LLVM_PROFILE_FILE=/dev/null; ulimit -f 2; landfall batch sea.png pairs.csv --index $cost.lfindex --cost $cost --lengths --quiet --out cut.csv) 2>/dev/null
    [ -s cut.csv.*.part ] && echo "some rows are there"
    try landfall batch sea.png pairs.csv --index $cost.lfindex --cost $cost --lengths --quiet --out cut.csv --resume
    cmp cut.csv short.csv && echo same
    for i in 1 2 3; do landfall batch sea.png pairs.csv --index $cost.lfindex --cost $cost --lengths --quiet --shard $i/3 --out part.$i; done
    try landfall merge part.1 part.2 part.3 --out whole.csv --quiet
    cmp whole.csv short.csv && echo same
done
landfall batch sea.png pairs.csv --index uniform.lfindex --lengths --quiet --max-memory 1 2>&1 | sed -E 's/takes [0-9.]+/takes N/'
