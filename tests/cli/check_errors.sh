try landfall check bay.txt
try landfall check - - --map-format text
try landfall check bay.txt missing.txt
printf '0,0\n1;0\n' | try landfall check bay.txt -
printf '[[0,0],[1]]' | try landfall check bay.txt -
printf '[[0,0],[1,2.5]]' | try landfall check bay.txt -
printf '{"route":[]}' | try landfall check bay.txt -
printf '[[0,0],\n[1,' | try landfall check bay.txt -
printf '0,0\0001,1' | try landfall check bay.txt -
