try landfall route
try landfall route bay.txt
try landfall route bay.txt --from 0,0
try landfall route bay.txt --from
try landfall route bay.txt -t
try landfall route bay.txt --form 0,0
try landfall route bay.txt --t 0,0
try landfall route bay.txt -x
try landfall route bay.txt --json=yes --from 0,0 --to 1,0
try landfall route bay.txt --from 0,0 --to 1,0 --strategy flod
try landfall route bay.txt --from 0,0 --to 1,0 --strategy
try landfall route bay.txt --from 0,0 --to 1,0 --moves knight
