try landfall route bay.txt --from 0,0 --to 23,8 --draw route.png --no-picture
head -c 8 route.png | od -An -tx1
try landfall route wall.txt --from 0,0 --to 9,2 --draw none.png --no-picture
head -c 8 none.png | od -An -tx1
# Without the picture there is no answer either.
try landfall route bay.txt --from 0,0 --to 23,8 --draw missing/route.png
