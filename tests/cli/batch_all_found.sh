printf 'from_x,from_y,to_x,to_y\n0,0,4,2\n' >one.csv
landfall batch wall.txt one.csv
