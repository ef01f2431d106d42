landfall route bay.txt --from 6,6 --to 12,7 --json
