query="route bay.txt --from 0,0 --to 23,8 --no-picture"
for value in -1 9 x '' 1.5 99999999999; do try landfall $query --strategy expand --level "$value"; done
for option in radius widenings; do
    for value in -1 1001 x 99999999999; do try landfall $query --strategy expand --$option $value; done
done
try landfall $query --strategy expand --coarse fine
try landfall $query --strategy expand --frontier tree
try landfall $query --strategy expand --straighten=yes
try landfall $query --strategy expnd
# Too high for the map, and how high it may be; a tiny map still has level 1.
try landfall $query --strategy expand --level 6
try landfall $query --strategy expand --level 8 --coarse cells
try landfall route dot.txt --from 0,0 --to 0,0 --strategy expand --level 2
try landfall route dot.txt --from 0,0 --to 0,0 --strategy expand --level 1 --no-picture
try landfall $query --strategy expand --coarse given
try landfall $query --strategy expand --coarse given --level 3
