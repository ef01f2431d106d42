for threads in 0 -1 2000 2x ''; do
    try landfall batch bay.txt bay.csv --threads "$threads"
done
