landfall generate rooms --size 40x24 --seed 3 --out rooms.txt
try landfall route rooms.txt --from 0,0 --to 39,23 --strategy expand --coarse cells --radius 0 --no-picture --draw widened.png
try landfall route rooms.txt --from 0,0 --to 39,23 --strategy expand --coarse cells --radius 0 --widenings 0 --no-picture --draw guardrail.png
for picture in widened guardrail; do head -c 8 $picture.png | od -An -tx1; done
