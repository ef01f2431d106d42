cp "$(dirname "$0")"/dungeons/*.txt .
try landfall keys vault.txt --json
try landfall keys vault.txt --held gold,silver --json
try landfall keys crypt.txt --from '2,1=7 3,4' --to 13,2 --json
landfall keys crypt.txt --goal all-keys --json > a.json
sed -i 's/.*"tiles":\(\[\[.*\]\]\),"keys_taken.*/\1/' a.json
head -c 40 a.json
echo
