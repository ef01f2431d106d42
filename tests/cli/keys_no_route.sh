cp "$(dirname "$0")"/dungeons/*.txt .
printf 'S.A.a.E\n##B####\n' > shut.txt
try landfall keys shut.txt
try landfall keys shut.txt --json
printf 'S.#E\n' | try landfall keys -
printf 'S.b#a\n' | try landfall keys - --goal all-keys
printf 'a.S\n###\nSAE\n' | try landfall keys - --moves orthogonal
try landfall generate dungeon --size 40x16 --rooms 6 --keys 3 --seed 2 --unsolvable -o no.txt
try landfall keys no.txt --draw no.png --animate no.gif
test -s no.png && test ! -e no.gif && echo drawn
