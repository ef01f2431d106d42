cp "$(dirname "$0")"/dungeons/*.txt .
try landfall keys
try landfall keys missing.txt
try landfall keys crypt.txt --goal exits
try landfall keys crypt.txt --strategy flood
try landfall keys crypt.txt --held z
try landfall keys crypt.txt --to 0,0
try landfall keys crypt.txt --from 99,0
try landfall keys crypt.txt --from 5,2
printf 'S.b\n' | try landfall keys -
printf '@.b\n' | try landfall keys - --goal all-keys-exit
printf '.E\n' | try landfall keys -
printf 'S*E\n' | try landfall keys -
printf 'S.E\nlegend:\n1 trap\n' | try landfall keys -
try landfall keys crypt.txt --animate walk.png
try landfall keys crypt.txt --draw -
try landfall keys crypt.txt --animate missing/walk.gif
ls
