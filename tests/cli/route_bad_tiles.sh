try landfall route bay.txt --from 1,1 --to '99,0 -1,5 0,9'
try landfall route bay.txt --from 0 --to 1,0
try landfall route bay.txt --from 0,0,0 --to 1,0
try landfall route bay.txt --from '0,0 1;0' --to 1,0
try landfall route bay.txt --from '0, 0' --to 1,0
try landfall route bay.txt --from +1,0 --to 1,0
try landfall route bay.txt --from 99999999999,0 --to 1,0
try landfall route bay.txt --from 0,0 --to ''
try landfall route bay.txt --from 0,0 3,0 --to 1,0
