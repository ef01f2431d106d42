try landfall batch ring.map ring.map.scen
try landfall batch bay.txt ring.map.scen
