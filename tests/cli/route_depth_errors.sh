query="route bay.txt --from 0,0 --to 23,8 --no-picture"
for value in -1 256 x '' 1.5; do try landfall $query --min-depth "$value"; done
for value in -1 x '' 1000001; do try landfall $query --deepest --harbour "$value"; done
try landfall $query --deepest=yes
try landfall $query --shape round
try landfall $query --shape
# Depths that are not there, or not of this map.
try landfall $query --depth map
try landfall $query --depth ''
try landfall $query --depth none.png
try landfall $query --depth bay.csv
try landfall $query --depth -
landfall convert wall.txt wall.png
try landfall $query --depth wall.png
head -c 30 wall.png >cut.png
try landfall $query --depth cut.png
# Options that say nothing.
try landfall $query --harbour 3
try landfall $query --depth compute --harbour 0
printf '%0216d' 0 >bay.raw
try landfall $query --depth bay.raw --edge-blocked
try landfall batch bay.txt bay.csv --harbour 2 --quiet
