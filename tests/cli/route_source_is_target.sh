try landfall route dot.txt --from 0,0=5 --to 0,0
try landfall route bay.txt --from '0,0=1 4,4=2' --to '8,8 4,4' --json
