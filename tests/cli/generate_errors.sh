try landfall generate
try landfall generate maze
try landfall generate mase --size 3x3
try landfall generate maze --size 3
try landfall generate maze --size 3x3x3
try landfall generate maze --size 3x99999999999
try landfall generate maze --size 100000x100000
try landfall generate maze --size 3x3 --seed -1
try landfall generate maze --size 3x3 --seed 18446744073709551616
try landfall generate maze --size 3x3 -o
try landfall generate maze --size 3x3 -o missing/a.txt
try landfall generate maze --size 3x3 -o a.gif
ls
