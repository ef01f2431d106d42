printf '\001\000\001\001' >some.bytes
try landfall convert some.bytes - --map-format raw --size 2x2
try landfall convert some.bytes - --map-format raw --size 4x1
try landfall convert some.bytes - --map-format raw --size 4x
try landfall convert some.bytes - --map-format raw --size 0x4
try landfall convert some.bytes - --map-format rwa
try landfall convert bay.txt - --threshold 0
try landfall convert bay.txt - --threshold 256
try landfall convert bay.txt - --threshold 1.5
try landfall convert bay.txt - --open-color red
try landfall convert bay.txt - --open-color 00ff0
try landfall convert wall.txt - --open-color '#00ff00' --size 3x3
try landfall convert wall.txt - --open-color 00ff00 --threshold 9
landfall convert wall.txt wall.png
try landfall convert wall.png - --open-color 000000
try landfall convert wall.png - --threshold 255
