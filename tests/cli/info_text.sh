try landfall info bay.txt
try landfall info corner.txt --moves orthogonal
try landfall info ring.map
printf '###\n' >blocked.txt
try landfall info blocked.txt
