try landfall route wall.txt --from 0,0 --to 9,2
landfall route wall.txt --from 0,0 --to 9,2 --json
