try landfall convert
try landfall convert bay.txt
try landfall convert bay.txt a b
try landfall convert missing.txt a.txt
try landfall convert bay.txt a.xyz
try landfall convert bay.txt a --out-format raw
try landfall convert bay.txt missing/a.txt
ls
