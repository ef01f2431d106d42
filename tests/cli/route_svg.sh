# SVG pictures: the words of the legend and the number of maps. Whether they are XML: svg_is_xml.
words() { sed -n 's/.*<text[^>]*>\([^<]*\)<.*/\1/p' "$1" | tr '\n' ',' && echo; }
landfall route bay.txt --from 0,0 --to 23,8 --draw route.svg --json >/dev/null
words route.svg
grep -c '<image ' route.svg
landfall route bay.txt --from 0,0 --to 23,8 --strategy headland --draw headland.svg --json >/dev/null
words headland.svg
landfall route bay.txt --from 0,0 --to 23,8 --min-depth 2 --draw gate.svg --json >/dev/null
words gate.svg
landfall compare bay.txt --from 0,0 --to 23,8 --draw all.svg --zoom route --json >/dev/null
grep -c '<image ' all.svg
