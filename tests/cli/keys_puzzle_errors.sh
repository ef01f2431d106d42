cp "$(dirname "$0")"/dungeons/*.txt .
legend() { printf 'S.E\nlegend:\n%s\n' "$1" | try landfall keys -; }
legend '1 swich a'
legend '1 switch'
legend '1 place 0'
legend '1 place x'
legend '1 door a needs 256'
legend '1 key a needs 2'
legend '1 door a open'
legend '1 floor up'
legend '1 teleporter a east'
legend '1 barrier a open open'
legend '1 start once'
legend 'used-up'
legend 'needed a'
legend 'needed a 3 4'
legend 'heroes apart'
legend 'heroes together now'
legend '7,0 switch a'
printf 'S^E\n' | try landfall keys -
printf 'S.E\nlegend:\nused-up a\n' | try landfall keys - --held b
printf '..E\nlegend:\nused-up a\n' | try landfall keys -
printf 'S..\nlegend:\nused-up a\n' | try landfall keys -
printf '1.E\nlegend:\n1 barrier a\n' | try landfall keys - --from 0,0
printf '@@@@@@@@@>\nlegend:\nheroes together\n' | try landfall keys -
try landfall keys tower.txt --ways
try landfall keys tower.txt --trace
try landfall keys tower.txt --strategy keys-plain
try landfall keys tower.txt --animate walk.png
ls
