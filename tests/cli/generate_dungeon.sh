try landfall generate dungeon --size 40x20 --rooms 6 --keys 3 --seed 4
try landfall generate dungeon --size 21x11 --maze --keys 2 --seed 4
try landfall generate dungeon --size 30x30 --keys 28 --doors 30 --seed 9 -o many.txt
tail -3 many.txt
try landfall keys many.txt --no-picture
try landfall generate dungeon --size 30x30 --rooms 100
try landfall generate dungeon --size 30x30 --keys 65
try landfall generate dungeon --size 30x30 --keys 3 --doors 2
try landfall generate dungeon --size 30x30 -o dungeon.png
try landfall generate maze --size 30x30 --keys 3
try landfall generate dungeon
ls
