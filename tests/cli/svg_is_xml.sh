# SVG pictures are well-formed XML, by another program's word; skipped where there is none.
if command -v xmllint >/dev/null; then
    check() { xmllint --noout "$1" && echo "$1: no fault found"; }
elif command -v python3 >/dev/null; then
    check() { python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$1" && echo "$1: no fault found"; }
else
    echo "neither xmllint nor python3 is there to read SVG"
    exit 77
fi
landfall route bay.txt --from 0,0 --to 23,8 --draw route.svg --json >/dev/null
landfall route bay.txt --from 0,0 --to 23,8 --strategy headland --draw headland.svg --json >/dev/null
landfall route bay.txt --from 0,0 --to 23,8 --min-depth 2 --draw gate.svg --json >/dev/null
landfall compare bay.txt --from 0,0 --to 23,8 --draw all.svg --zoom route --json >/dev/null
for picture in route headland gate all; do check $picture.svg; done
