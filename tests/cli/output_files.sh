# How files are written, the same for every verb: a link is followed and stays a link, permissions are kept, nothing is
# left beside the file, and what is no file is written to and stays what it is.
printf 'S.E\n' >crypt.txt
echo '{"edit":[{"disc":[9,3,2],"open":true}]}' >bay.jsonl
query="--from 0,0 --to 1,0 --no-picture"
write() { # NAME FILE: lets a verb write the file
    case $1 in
    route) landfall route bay.txt $query --draw "$2" ;;
    compare) landfall compare bay.txt --from 0,0 --to 1,0 --draw "$2" ;;
    batch) landfall batch bay.txt bay.csv --quiet --out "$2" ;;
    convert) landfall convert bay.txt "$2" --out-format text ;;
    generate) landfall generate maze --size 9x9 --out-format text -o "$2" ;;
    dungeon) landfall generate dungeon --size 20x20 --out-format text -o "$2" ;;
    index) landfall index bay.txt -o "$2" ;;
    draw) landfall keys crypt.txt --no-picture --draw "$2" ;;
    animate) landfall keys crypt.txt --no-picture --animate "${2/png/gif}" ;;
    walk) landfall keys crypt.txt --no-picture --animate "${2/png/txt}" ;;
    replay) landfall replay bay.txt bay.jsonl --quiet --out "$2" ;;
    film) landfall replay bay.txt bay.jsonl --quiet --animate "${2/png/gif}" ;;
    script) landfall generate script --map bay.txt -o "$2" ;;
    field) landfall field bay.txt --to 0,0 --out "$2" ;;
    flow) landfall field bay.txt --to 0,0 --directions "${2/png/npy}" ;;
    esac >answer 2>message
}
umask 022
mkdir room
cd room && cp ../bay.txt ../bay.csv ../bay.jsonl ../crypt.txt .
for verb in route compare batch convert generate dungeon index draw animate walk replay film script field flow; do
    name=out.png
    case $verb in animate | film) name=out.gif ;; walk) name=out.txt ;; flow) name=out.npy ;; esac
    write $verb out.png
    echo "$verb: exit $?, $(stat -c '%a %F' $name)"
    cp $name fresh
    # An old file behind a link, with permissions of its own.
    rm $name
    mkdir deep
    echo old >deep/old
    chmod 640 deep/old
    ln -s deep/old $name
    write $verb out.png
    echo "  link: exit $?, $(stat -c %F $name), $(stat -c '%a %F' deep/old), $(ls deep)"
    [ $verb = batch ] || [ $verb = replay ] || cmp fresh deep/old
    # A link that leads nowhere yet.
    rm deep/old
    write $verb out.png
    echo "  dangling: exit $?, $(stat -c %F $name), $(ls deep)"
    rm -r deep $name fresh
    # A loop of links, a folder, a folder that is not there.
    ln -s $name $name
    write $verb out.png
    echo "  loop: exit $?, $(cat message)"
    rm $name
    mkdir $name
    write $verb out.png
    echo "  folder: exit $?, $(cat message)"
    rmdir $name
    write $verb missing/out.png
    echo "  missing: exit $?, $(cat message)"
    # Pipes, devices and descriptors are written to.
    mkfifo $name
    cat $name >through &
    write $verb out.png
    echo "  pipe: exit $?, $(stat -c %F $name)"
    wait
    [ -s through ] || echo "nothing came through"
    rm $name through
    ls | tr '\n' ' '
    echo
done
cd ..
# A descriptor is written where it stands, also if it is a file that the shell appends to.
echo before >log
landfall convert dot.txt /dev/stdout >>log
landfall convert dot.txt /dev/fd/3 3>>log
landfall generate open --size 2x1 -o /proc/self/fd/4 4>>log
landfall batch bay.txt bay.csv -q -o /dev/stdout >>log
cut -d, -f1-5 log
# A picture for another program.
landfall route bay.txt $query --draw >(cat >picture) >/dev/null
wait $!
head -c 4 picture | tail -c 3
echo
