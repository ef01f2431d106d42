# Pairs whose ends do not come again, so many that an almanac is made: the lengths are those of searches, from a file and
# from a pipe, on any number of threads. Under --max-memory there is none if it does not fit.
landfall generate archipelago --size 700x500 --seed 3 -o sea.png --quiet || exit 1
landfall index sea.png -o sea.lfindex > /dev/null || exit 1
landfall convert sea.png sea.txt --quiet || exit 1
awk 'NR == 1 { print "from_x,from_y,to_x,to_y" }
     { rows[NR - 1] = $0 }
     function tile() { do { seed = (seed * 16807) % 2147483647; x = seed % 700
                            seed = (seed * 16807) % 2147483647; y = seed % 500 }
                       while (substr(rows[y], x + 1, 1) != "."); return x "," y }
     END { seed = 7; for (i = 0; i < 60000; i++) print tile() "," tile() }' sea.txt > pairs.csv
with="--index sea.lfindex --no-times"
try landfall batch sea.png pairs.csv $with --lengths -j 2 -o two.csv
try landfall batch sea.png pairs.csv $with --lengths -j 1 -o one.csv --quiet
try landfall batch sea.png - $with --lengths -j 2 -o pipe.csv < pairs.csv
try landfall batch sea.png pairs.csv $with --lengths -j 1 --max-memory 40 -o little.csv
try landfall batch sea.png pairs.csv $with -j 2 -o searched.csv --quiet
cut -d, -f1-3 searched.csv > right.csv
for file in two one pipe little; do cmp right.csv $file.csv && echo "$file is right"; done
