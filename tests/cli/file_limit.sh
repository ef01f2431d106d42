# A limit on the size of files (the signal SIGXFSZ) is an error like a full disk: the old file stays, and
# nothing is left but whole rows of a batch, which can go on with them.
{ echo from_x,from_y,to_x,to_y; yes 0,0,1,0 | head -3000; } >many.csv
mkdir room
echo old >room/old.png
cp room/old.png room/old.txt
(
    export LLVM_PROFILE_FILE=/dev/null # the counters of ./dev coverage would meet the limit too
    ulimit -f 2
    try landfall generate noise --size 400x400 -o room/old.png
    try landfall generate noise --size 400x400 -o room/new.txt
    try landfall batch bay.txt many.csv --quiet --out room/old.txt
    try landfall batch bay.txt many.csv --quiet --threads 3 --format jsonl --out room/new.txt
    try landfall generate noise --size 400x400 2>&1 >out.txt | cat
    ls room
    cat room/old.png room/old.txt
)
