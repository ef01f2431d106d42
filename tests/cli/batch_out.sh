try landfall batch bay.txt bay.csv --out result.csv --quiet
sed -E 's/,[0-9.]+$//' result.csv
# An old file is replaced, whole, with its permissions; a link stays a link.
echo old >old.csv
chmod 640 old.csv
ln -s old.csv link.csv
try landfall batch wall.txt wall.csv -o link.csv -q
sed -E 's/,[0-9.]+$//' old.csv
stat -c '%a %F' old.csv link.csv
# On bad input the old file stays as it is.
echo old >kept.csv
try landfall batch wall.txt bay.csv -o kept.csv
cat kept.csv
try landfall batch wall.txt wall.csv -o missing/result.csv
try landfall batch wall.txt wall.csv -o .
try landfall batch wall.txt wall.csv -o /dev/null -q
ls
