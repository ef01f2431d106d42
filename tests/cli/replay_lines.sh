# Every kind of line, and every kind of shape. Blank lines are skipped, lines may end as on Windows.
cat >script.jsonl <<'END'
{"route":{"from":[[0,0]],"to":[[9,0]]}}
{"edit":[{"disc":[5,1,1],"open":true}]}
{"route":{"from":[[0,0],[1,2]],"to":[[9,0],[8,2]]}}

{"edit":[{"rect":[-2,0,6,1],"open":false},{"tiles":[[0,1],[9,2]],"open":false},{"disc":[0,0,0],"open":true}]}
{"route":{"from":[[1,1]],"to":[[9,0]],"strategy":"flood"}}
{"edit":[]}
{"edit":[{"disc":[0,0,1],"open":false},{"rect":[0,0,1,1],"open":true}]}
{"work":"all"}
END
printf '{"work":1000}\r\n' >>script.jsonl
try landfall replay wall.txt script.jsonl
try landfall replay wall.txt - -q <script.jsonl | tail -3
