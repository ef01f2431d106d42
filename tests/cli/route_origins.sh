# The nearest pair wins; a tile given twice keeps its first origin; both options may be repeated.
try landfall route bay.txt --from '0,0=11 23,8=22' --from '23,8=33 0,8=9223372036854775807' --to 20,8 --to '5,0' --json
try landfall route bay.txt --from '0,8=9223372036854775807' --to 1,8 --json
try landfall route bay.txt --from '0,8=9223372036854775808' --to 1,8
try landfall route bay.txt --from '0,8=-1' --to 1,8
try landfall route bay.txt --from '0,8=' --to 1,8
try landfall route bay.txt --from '0,8' --to 1,8=3
