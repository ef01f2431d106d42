try landfall compare
try landfall compare bay.txt
try landfall compare bay.txt --from 0,0
try landfall compare bay.txt --from 0,0 --to 1,1
try landfall compare bay.txt --from 0,0 --to 23,8 more
for repeat in 0 -1 1001 x; do try landfall compare bay.txt --from 0,0 --to 23,8 --repeat $repeat; done
# Every strategy and every frontier runs anyway.
try landfall compare bay.txt --from 0,0 --to 23,8 --strategy expand
try landfall compare bay.txt --from 0,0 --to 23,8 --frontier list
try landfall compare bay.txt --from 0,0 --to 23,8 --level 7
try landfall compare bay.txt --from 0,0 --to 23,8 --coarse given
