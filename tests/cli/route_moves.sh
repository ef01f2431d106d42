for moves in king king-cut orthogonal; do
    try landfall route corner.txt --from 0,1 --to 1,2 --moves $moves --no-picture
done
