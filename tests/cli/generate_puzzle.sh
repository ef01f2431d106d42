try landfall generate puzzle --size 31x13 --seed 4
try landfall generate puzzle --size 31x19 --heroes 2 --gates 2 --devices keys,once --seed 2
landfall generate puzzle --size 31x19 --heroes 2 --gates 2 --seed 2 -o two.txt
try landfall keys two.txt --no-picture --moves orthogonal | grep -v '^time'
landfall generate puzzle --size 31x19 --heroes 2 --gates 2 --seed 2 | cmp - two.txt && echo same
try landfall generate puzzle --size 12x7
try landfall generate puzzle --size 31x19 --heroes 9
try landfall generate puzzle --size 31x19 --gates 0
try landfall generate puzzle --size 31x19 --devices keys,traps
try landfall generate puzzle --size 31x19 --keys 3
try landfall generate maze --size 30x30 --heroes 3
try landfall generate puzzle --size 31x19 -o puzzle.png
ls
