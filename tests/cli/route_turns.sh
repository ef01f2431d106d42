printf '..........\n.####.###.\n.....#....\n....##....\n..........\n' > bay.txt
try landfall route bay.txt --from 0,4 --to 9,0 --turns
try landfall route bay.txt --from 0,4 --to 9,0 --turns --json
try landfall route bay.txt --from 0,0 --to 0,0 --turns --no-picture
printf '..#..\n' > cut.txt
try landfall route cut.txt --from 0,0 --to 4,0 --turns --json
try landfall route bay.txt --from 0,4 --to 9,0 --turns --tiles --json
