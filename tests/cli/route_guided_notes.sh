# Options that the strategy does not look at are worth a word, and no more than that.
query="route bay.txt --from 0,0 --to 23,8 --no-picture"
try landfall $query --strategy flood --level 2 --coarse cells --radius 0 --widenings 2 --straighten --frontier list
try landfall $query --level 8
try landfall $query --strategy corridor --frontier list
try landfall $query --strategy expand --frontier list
landfall batch bay.txt bay.csv --strategy flood --radius 2 --quiet
