try landfall compare bay.txt --from 0,0 --to 23,8 --draw all.png
head -c 8 all.png | od -An -tx1
try landfall compare wall.txt --from 0,0 --to 9,2 --draw none.png
head -c 8 none.png | od -An -tx1
# Without the picture there is no answer either.
try landfall compare bay.txt --from 0,0 --to 23,8 --draw missing/all.png
try landfall compare bay.txt --from 0,0 --to 23,8 --draw -
