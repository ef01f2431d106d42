landfall batch wall.txt wall.csv --format jsonl
