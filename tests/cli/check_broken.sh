echo '0,0 1,1' | try landfall check bay.txt -
echo '0,0 2,0' | try landfall check bay.txt -
echo '0,0 -1,0' | try landfall check bay.txt -
echo '0,1 1,2' | try landfall check corner.txt - --moves orthogonal
echo '0,0 1,1' | try landfall check corner.txt -
echo '0,0 1,1' | try landfall check corner.txt - --moves king-cut
echo '' | try landfall check bay.txt -
landfall route wall.txt --from 0,0 --to 9,2 --json | try landfall check wall.txt -
