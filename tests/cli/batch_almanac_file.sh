# An almanac in a file: the same rows as without, from the first pair on, whole and in shards; what does not fit is refused.
landfall generate archipelago --size 300x200 --seed 3 -o sea.txt --quiet || exit 1
landfall generate archipelago --size 300x200 --seed 4 -o other.txt --quiet || exit 1
try landfall index sea.txt -o sea.lfindex --almanac sea.lfalmanac --hierarchy yes -j 2
landfall index other.txt -o other.lfindex --almanac other.lfalmanac --hierarchy yes -j 1 > /dev/null || exit 1
awk 'NR == 1 { print "from_x,from_y,to_x,to_y" }
     { rows[NR - 1] = $0 }
     function tile() { do { seed = (seed * 16807) % 2147483647; x = seed % 300
                            seed = (seed * 16807) % 2147483647; y = seed % 200 }
                       while (substr(rows[y], x + 1, 1) != "."); return x "," y }
     END { seed = 7; for (i = 0; i < 3000; i++) print tile() "," tile() }' sea.txt > pairs.csv
with="--index sea.lfindex --lengths"
file="--almanac sea.lfalmanac"
landfall batch sea.txt pairs.csv $with -j 1 -o right.csv --quiet
try landfall batch sea.txt pairs.csv $with $file -j 2 -o two.csv
try landfall batch sea.txt - $with $file -j 1 -o pipe.csv --quiet < pairs.csv
try landfall batch sea.txt pairs.csv $with $file --shard 1/2 -o part.1 --quiet
try landfall batch sea.txt pairs.csv $with --shard 2/2 -o part.2 --quiet
try landfall merge part.1 part.2 -o merged.csv
for rows in two pipe merged; do cmp right.csv $rows.csv && echo "$rows is right"; done
# Not used, and refused.
try landfall batch sea.txt pairs.csv $with $file --partial -o partial.csv -j 1
try landfall batch sea.txt pairs.csv --index sea.lfindex $file -o x.csv
try landfall batch sea.txt pairs.csv --lengths $file -o x.csv
try landfall batch sea.txt pairs.csv $with --almanac other.lfalmanac -o x.csv
try landfall batch sea.txt pairs.csv $with --almanac sea.lfindex -o x.csv
try landfall batch sea.txt pairs.csv $with --almanac nowhere -o x.csv
{ head -c 20000 sea.lfalmanac; printf '\377\376'; tail -c +20003 sea.lfalmanac; } > altered
try landfall batch sea.txt pairs.csv $with --almanac altered -o x.csv
head -c 20000 sea.lfalmanac > cut
try landfall batch sea.txt pairs.csv $with --almanac cut -o x.csv
try landfall index sea.txt -o flat.lfindex --almanac flat.lfalmanac --hierarchy no
try landfall index sea.txt --index sea.lfindex --verify --almanac x.lfalmanac
try landfall index sea.txt -o x --almanac x
ls
