try landfall info bay.txt --json
try landfall info corner.txt --moves king-cut --json
printf '###\n' >blocked.txt
try landfall info blocked.txt --json
