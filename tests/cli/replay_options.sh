# Moves, cost, strategy, index and tiles, and a file for the answers.
cat >script.jsonl <<'END'
{"route":{"from":[[0,0]],"to":[[9,2]]}}
{"edit":[{"disc":[5,1,1],"open":true}]}
{"route":{"from":[[0,0]],"to":[[9,2]]}}
{"work":"all"}
{"route":{"from":[[0,0]],"to":[[9,2]]}}
END
landfall replay wall.txt script.jsonl -q --tiles | cut -d'"' -f1-30
try landfall replay wall.txt script.jsonl --moves orthogonal --tiles -q | tail -2
try landfall replay wall.txt script.jsonl --cost octile -q | tail -2
try landfall replay wall.txt script.jsonl --moves king-cut --index yes -q | cut -c-70
try landfall replay wall.txt script.jsonl --index later -q | cut -c-70
try landfall replay wall.txt script.jsonl --strategy expand -q | cut -c-190
try landfall replay wall.txt script.jsonl --strategy spine -q | cut -c-70
try landfall replay wall.txt script.jsonl -q -o answers.jsonl
wc -l answers.jsonl
try landfall replay - script.jsonl -q --map-format text <wall.txt | wc -l
# A strategy that the line names counts before the option.
echo '{"route":{"from":[[0,0]],"to":[[3,2]],"strategy":"corridor"}}' | landfall replay wall.txt - -q --strategy flood | cut -c-70
