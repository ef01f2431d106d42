# A port (9,3) stands on land, with a lake on its left. What it stands for is a rule.
try landfall route lake.txt --from 9,3 --to 19,0
try landfall route lake.txt --from 9,3 --to 19,0 --ends given
try landfall route lake.txt --from 9,3 --to 19,0 --ends beside
try landfall route lake.txt --from 9,3 --to 19,0 --ends near=2
try landfall route lake.txt --from 9,3 --to 6,4 --ends near=2 --json
try landfall route lake.txt --from 6,4 --to 10,3 --ends beside --strategy expand
# Bad ends: refused with a hint, or left out.
try landfall route lake.txt --from '9,3 19,0 30,0' --to 19,7
try landfall route lake.txt --from '9,3 19,0=5 30,0' --to 19,7 --skip-bad-ends
try landfall route lake.txt --from '9,3 19,0=5 30,0' --to 19,7 --skip-bad-ends --ends beside --quiet --no-picture
try landfall route lake.txt --from 9,3 --to 19,7 --skip-bad-ends
try landfall route lake.txt --from 19,7 --to 30,0 --skip-bad-ends --ends near=3
# Misuse.
try landfall route lake.txt --from 9,3 --to 19,0 --ends near
try landfall route lake.txt --from 9,3 --to 19,0 --ends near=0
try landfall route lake.txt --from 9,3 --to 19,0 --ends near=R
try landfall route lake.txt --from 9,3 --to 19,0 --ends around
