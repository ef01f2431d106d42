# Every format that can be written, from every other, gives back the same tiles.
for first in txt png map; do
    landfall convert bay.txt "a.$first" || echo "convert to $first failed"
    for second in txt png map; do
        landfall convert "a.$first" "b.$second" && landfall convert "b.$second" back.txt || echo failed
        cmp bay.txt back.txt && echo "txt -> $first -> $second -> txt: same"
    done
done
landfall convert bay.txt - --out-format movingai | landfall convert - - --map-format movingai | cmp bay.txt - &&
    echo "through pipes: same"
landfall convert bay.txt - --out-format png | landfall convert - - --map-format png | cmp bay.txt - &&
    echo "picture through pipes: same"
cat >chart.yaml <<'END'
image: chart.pgm
resolution: 1.0
origin: [0.0, 0.0, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
END
printf 'P5\n3 2\n255\n\377\000\377\377\377\000' >chart.pgm
landfall convert chart.yaml -
ls
