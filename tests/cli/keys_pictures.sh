cp "$(dirname "$0")"/dungeons/*.txt .
try landfall keys crypt.txt --draw crypt.png --animate crypt.gif --no-picture
head -c 8 crypt.png | od -An -c
head -c 6 crypt.gif; echo
try landfall keys vault.txt --animate vault_walk.txt --no-picture
cat vault_walk.txt
printf 'S E\n.\n' | try landfall keys - --animate - --no-picture
