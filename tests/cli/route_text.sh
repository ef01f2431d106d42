landfall route bay.txt --from 2,2 --to 10,4
