# Messages say what is wrong and what would help.
# What is not there does not exist, whatever its name ends in.
for map in nowhere nowhere/ nowhere/sea nowhere.png bay.txt/sea nowhere.jpg; do try landfall info $map; done
mkdir folder
try landfall info folder
try landfall route bay.txt --from 0,0 --to 1,0 --index nowhere.lfindex
try landfall batch bay.txt nowhere
try landfall check bay.txt nowhere
try landfall keys nowhere
: >some.jpg
try landfall info some.jpg
# A picture of which nothing is open.
printf '##\n' >shut.txt
landfall convert shut.txt shut.png
try landfall route shut.png --from 0,0 --to 1,0
try landfall info shut.png --threshold 200 2>&1 | head -1
try landfall info shut.png --open-color 0040FF 2>&1 | head -1
try landfall info shut.png --threshold 1 2>&1 | grep note
try landfall info shut.png --open-color 000000 2>&1 | grep note
# Blocked ends.
try landfall route bay.txt --from 1,1 --to '22,7 1,4'
printf '.####\n#####\n#####\n####.\n' >two.txt
try landfall route two.txt --from 2,2 --to 2,1
try landfall route shut.txt --from 0,0 --to 1,0
printf 'from_x,from_y,to_x,to_y\n0,0,1,1\n' | try landfall batch bay.txt -
# No route under a depth gate: which depth has one.
printf '.......\n.......\n.......\n###.###\n.......\n.......\n.......\n' >strait.txt
query="route strait.txt --from 3,0 --to 3,6 --no-picture"
try landfall $query --min-depth 2
try landfall $query --min-depth 2 --json | sed 's/"stats".*//'
try landfall $query --min-depth 1 | grep depth
try landfall $query --min-depth 5 --harbour 1 | grep depth
try landfall $query --min-depth 5 --harbour 1 --strategy expand --draw gate.png | grep depth
printf '\7\7\7\0\7\7\7' >flat.raw
printf '.......\n' >flat.txt
try landfall route flat.txt --from 0,0 --to 6,0 --depth flat.raw --min-depth 3 --no-picture
try landfall route wall.txt --from 0,0 --to 9,0 --min-depth 2 --no-picture
# Pictures have the endings that we write.
for picture in out.jpg out png out.png.gz .png; do try landfall route bay.txt --from 0,0 --to 1,0 --draw $picture; done
try landfall compare bay.txt --from 0,0 --to 1,0 --draw out.jpg
printf 'S.E\n' | try landfall keys - --draw out.jpg
try landfall route bay.txt --from 0,0 --to 1,0 --draw OUT.PNG --no-picture | head -1
# Options are named in messages about their values; a long list does not hide a guess.
try landfall route bay.txt --from 0,0 --to 1,0 --moves knight
try landfall route bay.txt --from 0,0 --to 1,0 --strategy flod
try landfall route bay.txt --from 0,0 --to 1,0 --strategy strip
try landfall convert bay.txt x --out-format raw
try landfall route bay.txt --form 0,0
ls
