printf 'from_x,from_y,to_x,to_y\n0,0,1,0\n1,1,99,0\n0,0,-1,0\n' >bad.csv
try landfall batch bay.txt bad.csv
{ echo from_x,from_y,to_x,to_y; for i in $(seq 20); do echo 1,1,0,0; done; } >many.csv
try landfall batch bay.txt many.csv
printf 'from_x,from_y,to_x\n0,0,1\n' >columns.csv
try landfall batch bay.txt columns.csv
printf 'from_x,from_y,to_x,to_y\n0,0,1,0\n0,0,one,0\n' >number.csv
try landfall batch bay.txt number.csv
printf 'from_x,from_y,to_x,to_y\n0,0,1\n' >short.csv
try landfall batch bay.txt short.csv
printf 'version 1\n0\tring.map\t4\t3\t0\t0\t3\n' >short.scen
try landfall batch ring.map short.scen
printf 'version 1\n0\tring.map\t4\t3\t0\t0\t1\t1\t2\n' >blocked.scen
try landfall batch ring.map blocked.scen
printf 'from_x,from_y,to_x,to_y\n' >none.csv
try landfall batch bay.txt none.csv
: >empty.csv
try landfall batch bay.txt empty.csv
try landfall batch bay.txt missing.csv
