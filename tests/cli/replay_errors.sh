# Every wrong line is refused with its number and what was expected, before the first line is done.
fine='{"edit":[{"disc":[0,0,0],"open":false}]}'
line() { # LINE: as the third one, behind a fine one and a blank one
    printf '%s\n\n%s\n' "$fine" "$1" >script.jsonl
    try landfall replay wall.txt script.jsonl --animate out.gif
}
line 'edit'
line '{"edit":[}'
line '{"edit":[],"edit":[]}'
line '{"edit":[]} {"edit":[]}'
line '[]'
line '17'
line '{}'
line '{"edti":[]}'
line '{"edit":[],"work":"all"}'
line '{"edit":{}}'
line '{"edit":[7]}'
line '{"edit":[{"open":true}]}'
line '{"edit":[{"disc":[1,1,1],"rect":[1,1,1,1],"open":true}]}'
line '{"edit":[{"disc":[1,1,1],"opne":true}]}'
line '{"edit":[{"disc":[1,1,1]}]}'
line '{"edit":[{"disc":[1,1,1],"open":1}]}'
line '{"edit":[{"disc":[1,1],"open":true}]}'
line '{"edit":[{"disc":[1,1,-1],"open":true}]}'
line '{"edit":[{"disc":[1,1,1.5],"open":true}]}'
line '{"edit":[{"disc":[1,1,2147483648],"open":true}]}'
line '{"edit":[{"disc":"1,1,1","open":true}]}'
line '{"edit":[{"rect":[1,1,1],"open":true}]}'
line '{"edit":[{"rect":[1,1,-1,1],"open":true}]}'
line '{"edit":[{"tiles":[1,1],"open":true}]}'
line '{"edit":[{"tiles":{},"open":true}]}'
line '{"edit":[{"tiles":[[1,1],[10,0]],"open":true}]}'
line '{"route":[]}'
line '{"route":{"from":[[1,1]]}}'
line '{"route":{"from":[],"to":[[1,1]]}}'
line '{"route":{"from":[1,1],"to":[[1,1]]}}'
line '{"route":{"from":[[1,1]],"to":[[1,3]]}}'
line '{"route":{"from":[[0,0]],"to":[[1,1]]}}'
line '{"route":{"from":[[1,1]],"to":[[5,1]]}}'
line '{"route":{"from":[[1,1]],"to":[[1,2]],"cost":"octile"}}'
line '{"route":{"from":[[1,1]],"to":[[1,2]],"strategy":"hedland"}}'
line '{"route":{"from":[[1,1]],"to":[[1,2]],"strategy":6}}'
line '{"route":{"from":[[1,1]],"to":[[1,2]],"strategy":"strip"}}'
line '{"work":0}'
line '{"work":"some"}'
line '{"work":1.5}'
line '{"work":99999999999999999999}'
line '{"edit":[{"disc\u001b[31m":[1,1,1],"open":true}]}'
printf '\033[31m\n' | try landfall replay wall.txt -
printf '{"route":{"from":[[1,1]],"to":[[1,2]],"strategy":"spine"}}' | try landfall replay wall.txt - --cost octile
printf '{"work":1}\0\n' | try landfall replay wall.txt -
printf '' | try landfall replay wall.txt -
printf '\n \n' | try landfall replay wall.txt -
# All that is wrong can be known at once but for one thing: whether an index is still there.
printf '{"edit":[{"disc":[5,1,1],"open":true}]}\n{"route":{"from":[[0,0]],"to":[[9,0]],"strategy":"headland"}}\n' >late.jsonl
try landfall replay wall.txt late.jsonl --index later -o late.out
try landfall replay wall.txt missing.jsonl
try landfall replay missing.txt script.jsonl
try landfall replay - -
try landfall replay wall.txt
try landfall replay wall.txt script.jsonl --index maybe
try landfall replay wall.txt script.jsonl --cost octile --strategy expand
try landfall replay wall.txt script.jsonl --animate -
try landfall replay wall.txt script.jsonl --animate film.png
try landfall replay wall.txt script.jsonl --out script.jsonl
try landfall replay wall.txt script.jsonl --out wall.txt
try landfall replay wall.txt script.jsonl --out film.gif --animate film.gif
ls
