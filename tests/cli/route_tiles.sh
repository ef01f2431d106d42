landfall route bay.txt --from 0,0 --to 23,8 --tiles --no-picture
