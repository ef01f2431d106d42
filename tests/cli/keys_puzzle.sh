cp "$(dirname "$0")"/dungeons/*.txt .
try landfall keys tower.txt
try landfall keys robots.txt --goal all-keys --moves orthogonal --tiles
try landfall keys gems.txt --held gem,gem --no-picture
try landfall keys gems.txt --json
try landfall keys gems.txt --from 11,1 --to 1,1 --json
try landfall keys tower.txt --max-states 3 --no-picture
try landfall keys tower.txt --draw tower.png --animate tower.gif --no-picture
head -c 8 tower.png | od -An -c
head -c 6 tower.gif; echo
try landfall keys robots.txt --goal all-keys --animate robots_walk.txt --no-picture
tail -n 11 robots_walk.txt
printf 'S.%%.E\nlegend:\n%% floor once west\n' | try landfall keys - --animate none.gif
ls
