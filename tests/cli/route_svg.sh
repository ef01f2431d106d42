# Well-formed XML, where there is something to check that with.
check() {
    if command -v xmllint >/dev/null; then xmllint --noout "$1"
    elif command -v python3 >/dev/null; then python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$1"
    fi && echo "$1: no fault found"
}
words() { sed -n 's/.*<text[^>]*>\([^<]*\)<.*/\1/p' "$1" | tr '\n' ',' && echo; }
landfall route bay.txt --from 0,0 --to 23,8 --draw route.svg --json >/dev/null
check route.svg
words route.svg
grep -c '<image ' route.svg
landfall route bay.txt --from 0,0 --to 23,8 --strategy headland --draw headland.svg --json >/dev/null
check headland.svg
words headland.svg
landfall route bay.txt --from 0,0 --to 23,8 --min-depth 2 --draw gate.svg --json >/dev/null
check gate.svg
words gate.svg
landfall compare bay.txt --from 0,0 --to 23,8 --draw all.svg --zoom route --json >/dev/null
check all.svg
grep -c '<image ' all.svg
