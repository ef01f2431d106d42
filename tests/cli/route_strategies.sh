for strategy in auto flood corridor expand expand-optimal; do
    try landfall route bay.txt --from 0,0 --to 23,8 --strategy $strategy --no-picture
done
