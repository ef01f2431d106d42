for kind in open noise rooms maze islands river-into-ocean archipelago; do
    echo "$kind"
    try landfall generate $kind --size 30x8 --seed 5
done
landfall generate noise --size 40x20 --seed 18446744073709551615 -o a.map
landfall generate noise --size 40x20 --seed 18446744073709551615 -o b.png
landfall convert a.map a.txt && landfall convert b.png b.txt && cmp a.txt b.txt && echo same
landfall generate noise --size 40x20 | cmp - a.txt >/dev/null || echo "another seed, another map"
