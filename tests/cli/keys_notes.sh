# What is legal, but maybe not meant.
printf 'S.b.cE\n' | try landfall keys - --no-picture
printf 'S.b.cE\n' | try landfall keys - --no-picture --goal all-keys
printf 'SaABEC\n' | try landfall keys - --no-picture
printf 'SaABEC\n' | try landfall keys - --no-picture --held b,c
printf 'S.v.E\n' | try landfall keys - --no-picture
printf '@.>>.\n' | try landfall keys - --no-picture
printf 'S.E>.\n' | try landfall keys - --no-picture
printf 'S.E>.\n' | try landfall keys - --no-picture --from 1,0
printf 'S.<.E\n' | try landfall keys -
printf 'S.^.E\n' | try landfall keys -
printf 'Sabcdefghijkl.E\n' | try landfall keys - --no-picture
printf 'S E\n.\n' | try landfall keys - --no-picture
printf 'S E\n.\n' | try landfall keys - --no-picture --quiet
# Puzzles.
printf 'S.o.=G%%E\nlegend:\no teleporter blue\n= barrier lever\n%% switch knob\nG door gate needs 2\nused-up gold\nneeded gem 1\n' |
    try landfall keys - --no-picture
printf 'S.o.oG_E\nlegend:\no teleporter blue\n_ floor once\n' | try landfall keys - --no-picture --held g
