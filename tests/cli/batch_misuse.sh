try landfall batch
try landfall batch bay.txt
try landfall batch bay.txt bay.csv more.csv
try landfall batch - - --map-format text
try landfall batch bay.txt bay.csv --format xml
try landfall batch bay.txt bay.csv --formt csv
try landfall batch bay.txt bay.csv --th 2
try landfall batch bay.txt bay.csv --threa 2
