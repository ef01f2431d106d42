landfall route bay.txt --from 0,0 --to 23,8 --json | try landfall check bay.txt -
printf '0,0 1,0\n2,0\n' | try landfall check bay.txt -
echo '[[0,0],[0,1]]' | try landfall check bay.txt -
echo '0,0' >tiles.txt
try landfall check bay.txt tiles.txt
