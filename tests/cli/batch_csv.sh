try landfall batch bay.txt bay.csv
# Columns may come in any order, with others between them.
try landfall batch wall.txt wall.csv --strategy flood
try landfall batch wall.txt - <wall.csv
