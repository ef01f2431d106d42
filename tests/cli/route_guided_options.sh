# Each option on its own, on a map where it makes a difference.
landfall generate rooms --size 40x24 --seed 3 --out rooms.txt
show() { landfall route rooms.txt --from 0,0 --to 39,23 --no-picture "$@" | grep -E '^(length|coarse|corridor|work)'; }
echo "-- default"; show --strategy expand
for level in 0 1 2 4 6; do echo "-- level $level"; show --strategy expand --level $level; done
for radius in 0 2 1000; do echo "-- radius $radius"; show --strategy expand --radius $radius; done
for widenings in 0 1 2 1000; do
    echo "-- widenings $widenings"; show --strategy corridor --coarse cells --radius 0 --widenings $widenings
done
for frontier in list region; do echo "-- $frontier"; show --strategy expand --coarse cells --radius 0 --frontier $frontier; done
echo "-- straighten"; show --strategy expand --coarse cells --level 2 --radius 0 --straighten
