# A film: a frame for the map and for each line; small maps are enlarged, large ones reduced. How a frame looks is
# told by eyes; that the same script gives the same film, by bytes.
frames() { od -An -v -tx1 "$1" | tr -d ' \n' | grep -o '21f904' | wc -l; } # graphic control extensions
side() { od -An -tu2 -j6 -N4 "$1" | xargs; }
landfall generate script --map bay.txt --rounds 6 -o script.jsonl
landfall replay bay.txt script.jsonl -q --animate film.gif >/dev/null
echo "exit $?, $(head -c 6 film.gif), $(side film.gif) pixels, $(wc -l <script.jsonl) lines, $(frames film.gif) frames"
landfall replay bay.txt script.jsonl -q --animate again.gif >/dev/null
cmp film.gif again.gif && echo "the same again"
landfall generate islands --size 2500x40 -o long.png
landfall generate script --map long.png --rounds 3 -o script.jsonl
landfall replay long.png script.jsonl -q --animate long.gif >/dev/null
echo "exit $?, $(side long.gif) pixels, $(frames long.gif) frames"
# Scripts of more than 600 lines have several lines a frame.
landfall generate script --map dot.txt --rounds 700 --edits doors -o script.jsonl
landfall replay dot.txt script.jsonl -q --animate dot.gif >/dev/null
echo "exit $?, $(side dot.gif) pixels, $(wc -l <script.jsonl) lines, $(frames dot.gif) frames"
try landfall replay bay.txt script.jsonl -q --animate missing/film.gif >/dev/null
