cp "$(dirname "$0")"/dungeons/*.txt .
try landfall keys crypt.txt
try landfall keys crypt.txt --moves orthogonal --no-picture --tiles
try landfall keys crypt.txt --goal all-keys --no-picture
try landfall keys lifts.txt --goal all-keys-exit --moves orthogonal
try landfall keys lifts.txt --strategy keys-plain --no-picture
try landfall keys - < lifts.txt
try landfall keys vault.txt
