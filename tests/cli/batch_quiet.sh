# In a pipe there is no progress bar: stderr has the summary and no control characters, or nothing at all.
landfall batch wall.txt wall.csv 2>&1 >/dev/null | LC_ALL=C grep -c '[[:cntrl:]]'
landfall batch wall.txt wall.csv 2>&1 >/dev/null
landfall batch wall.txt wall.csv --quiet >/dev/null
