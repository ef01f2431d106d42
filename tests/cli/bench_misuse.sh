try landfall bench
try landfall bench wall.txt bay.csv
try landfall bench wall.txt --strategies flood,swim
try landfall bench wall.txt --strategies flood,flood
try landfall bench wall.txt --strategies flood,
try landfall bench wall.txt --strategies flood,expand --cost octile
try landfall bench wall.txt --json --csv
try landfall bench wall.txt --repeat 0
try landfall bench wall.txt --queries nowhere.csv
try landfall bench wall.txt --queries ring.map.scen
try landfall bench dot.txt --queries bay.csv
try landfall bench ring.map --queries ring.map.scen --random 5 --strategies flood --csv
printf '###\n' >shut.txt
try landfall bench shut.txt
