// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles to begin with, one for each device, as text that `landfall keys` reads, too.
export interface Sample {
  id: string;
  title: string;
  story: string;
  text: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    id: 'tower', title: 'A bit of everything',
    story: 'A key that is used up, a switch, a teleporter, a one-way tile, and two places in their order.',
    text: `#################
#S..a.A..%.=..o.#
####.####.#######
#a..>...o.=.1.2E#
#################
legend:
used-up a
% switch wheel
= barrier wheel
o teleporter portal
> floor east
1 place 1
2 place 2`,
  },
  {
    id: 'small', title: 'Keys that are used up',
    story: 'Any door takes a key, and the key is gone. Which doors are worth one?',
    text: `#################
#@..A..a#...A..a#
#.#.###.#.#.###.#
#.#..a#.A.#...#.#
#.###.###.###.#.#
#...A...#.#a..#A#
#.#####.#.###.#.#
#a....#...A...A$#
#################
legend:
used-up a
$ exit`,
  },
  {
    id: 'gems', title: 'Keys in a number',
    story: 'The door asks for three of the five gems. Which three?',
    text: `#################
#@....#..g..#..g#
#.###.#.###.#.#.#
#.#g......#...#.#
#.#.#####.#.###.#
#.#.#..g#.......#
#...#.#.###.#####
#.g...#.......G$#
#################
legend:
g key gem
G door gem needs 3
$ exit`,
  },
  {
    id: 'oneway', title: 'One-way tiles',
    story: 'An arrow is left in its direction only, and never entered against it.',
    text: `#################
#@..>...b...>...#
#.#####.#######.#
#...<...#.....<.#
#.#.#####.###.###
#a#.#.....#.....#
#v#.#.###.#.#.###
#...B...>...#.A$#
#################
legend:
> floor east
< floor west
v floor south
$ exit`,
  },
  {
    id: 'bridges', title: 'Tiles for once',
    story: 'Bridges fall behind the first who leaves them, and door A shuts for good.',
    text: `#################
#a..._..@.._...b#
#.#####.#.#####.#
#....._.#._.....#
#######.#.#######
#.......#.......#
#.#############A#
#......B.......$#
#################
legend:
_ floor once
A door a once
$ exit`,
  },
  {
    id: 'switches', title: 'Switches and barriers',
    story: 'Each step on a switch turns all barriers of its letter over: shut ones open, open ones shut.',
    text: `#################
#@....=....*....#
#.###.#.#######.#
#.#%..#.#.%.....#
#.#.###.#.#####~#
#.......#.=...#.#
###-#####.#.#.###
#.*...~...#.#.=$#
#################
legend:
% switch sun
* switch moon
= barrier sun
- barrier sun open
~ barrier moon
$ exit`,
  },
  {
    id: 'teleport', title: 'Teleporters',
    story: 'From a teleporter, another one of its kind is one move away.',
    text: `#################
#@..o#p...q#...s#
#....#.....#.o..#
#..p.#..a..#..r.#
#################
#r...#..s..#q...#
#..b.#....t#..###
#A..t#...B.#..A$#
#################
legend:
o teleporter oak
p teleporter pine
q teleporter quince
r teleporter rowan
s teleporter spruce
t teleporter teak
$ exit`,
  },
  {
    id: 'visits', title: 'An order of visits',
    story: 'Four places in the order of their numbers. A visit out of turn does not count.',
    text: `#################
#@....#...3.#...#
#.###.#.###.#.#.#
#...#...#.....#.#
###.#.###.###.#.#
#2..#.....#...#1#
#.#####.#.#.###.#
#...4...#...A.a$#
#################
legend:
1 place 1
2 place 2
3 place 3
4 place 4
$ exit`,
  },
  {
    id: 'robots', title: 'Four heroes',
    story: 'Four heroes in four vaults share their keys, and the moves of all are added up: as few as possible for all keys.',
    text: `#####################
#e....B...#...C....f#
#.###.###.#.###.###.#
#.#i#...#c#d#...#k#.#
#.#.###.#.#.#.###.#.#
#...#..F.@#@.E..#...#
#####################
#...#..H.@#@.G..#...#
#.#.###.#.#.#.###.#.#
#.#j#...#a#b#...#l#.#
#.###.###.#.###.###.#
#g....D...#...A....h#
#####################
legend:
heroes together`,
  },
  {
    id: 'hard', title: 'Many keys, many doors',
    story: 'Every key is used up, and the wheel is far away: thousands of states. With less patience, the best so far is shown.',
    text: `#####################################
#@.a#..%#.a.#.b.#...#...#b..#...#...#
#...A...B...A...#.......B..bA...A...#
#...#...#...#...#...#...#%..#...#a..#
##A###A###B###.###A###A###A#######.##
#...#...#...#...#...#a..#...#b..#...#
#.b....aA...=...#b..A...-..aA..bA...#
#...#...#...#...#...#...#..b#...#..%#
##.###B###-#######=###B###B##########
#...#...#...#...#...#...#.a.#.b.#...#
#.a.B...#...#...B...=...Ab......A...#
#.a.#...#...#...#...#..a#...#...#...#
##B###=#######B###B###B###A###=###A##
#...#...#...#...#...#...#...#..a#b..#
#...B...B.a.A...A...A.......=...A...#
#...#...#...#...#...#...#...#...#..$#
##B#######B###=###B###B#######A###A##
#...#...#...#...#...#...#...#.%a#...#
#......bA...A..aA...#...-b..A.b.#...#
#.a.#...#a..#...#...#...#...#...#...#
##=###B###B###-###########A###.###B##
#..b#...#...#...#...#...#...#...#...#
#...#...=.......A...A...B...A...B...#
#...#...#...#...#...#...#b..#...#...#
#####################################
legend:
used-up a b
$ exit
% switch wheel
= barrier wheel
- barrier wheel open`,
  },
];
