# Queries in every form, from files and pipes, give the same rows, whatever the number of threads.
landfall generate islands --size 60x40 --seed 3 -o sea.txt
first=$(head -1 sea.txt)
targets=()
for x in $(seq 0 59); do [ "${first:x:1}" != . ] || targets+=("$x"); done
u32() { printf "\\x$(printf %02x $(($1 & 255)))\\x$(printf %02x $(($1 >> 8 & 255)))\\x00\\x00"; }
head_of() { # RECORD_SIZE WIDTH HEIGHT
    printf LFQUERY1
    u32 "$1" && u32 "$2" && u32 "$3" && u32 0
}
{
    echo from_x,from_y,to_x,to_y
    for x in "${targets[@]}"; do echo "0,0,$x,0"; done
} >q.csv
for x in "${targets[@]}"; do echo "{\"from\":[0,0],\"name\":\"x\",\"to\":[$x,0]}"; done >q.jsonl
{
    echo version 1
    for x in "${targets[@]}"; do echo "0 sea.txt 60 40 0 0 $x 0 1"; done
} >q.scen
{
    head_of 16 60 40
    for x in "${targets[@]}"; do u32 0 && u32 0 && u32 "$x" && u32 0; done
} >q.lfq
landfall batch sea.txt q.csv --no-times --threads 1 --quiet -o 1.csv
head -2 1.csv
for form in csv jsonl scen lfq; do
    for threads in 1 2 8; do
        landfall batch sea.txt q.$form --no-times --threads $threads --quiet | cmp - 1.csv
        name=${form/lfq/binary}
        # shellcheck disable=SC2002
        cat q.$form | landfall batch sea.txt - --query-format "$name" --no-times --threads $threads --quiet | cmp - 1.csv
    done
    echo "$form: the same $(($(wc -l <1.csv) - 1)) rows"
done
# A pipe that gives one query at a time is answered at once; the last line needs no end.
{
    echo from_x,from_y,to_x,to_y
    echo 0,0,1,0
    printf 0,0,2,0
} | try landfall batch sea.txt - --no-times --quiet
# JSON lines without times: nothing differs from run to run.
landfall batch sea.txt q.csv --no-times --format jsonl --quiet >a.jsonl
landfall batch sea.txt q.csv --no-times --format jsonl --quiet --threads 3 --repeat 2 | cmp - a.jsonl
head -1 a.jsonl
# Known lengths.
printf 'from_x,from_y,to_x,to_y,length\n0,0,1,0,1\n0,0,2,0,2\n' >known.csv
try landfall batch sea.txt known.csv --verify --no-times --quiet
printf 'length,from_x,from_y,to_x,to_y\n1,0,0,1,0\n3,0,0,2,0\n,0,0,2,0\n' >wrong.csv
try landfall batch sea.txt wrong.csv --verify --no-times --quiet
echo '{"from":[0,0],"to":[2,0],"length":null}' | try landfall batch sea.txt - --query-format jsonl --verify --no-times --quiet
{ echo from_x,from_y,to_x,to_y,length && yes 0,0,1,0,9 | head -30; } >many.csv
try landfall batch sea.txt many.csv --verify --quiet -o many.out --threads 2
printf '..\n.#\n' >bay.map.txt
printf 'version 1\n0 m 2 2 0 0 1 0 1\n0 m 2 2 0 1 1 0 2.0\n' >octile.scen
try landfall batch bay.map.txt octile.scen --cost octile --verify --no-times --quiet
printf '.#\n#.\n' >apart.txt
printf 'from_x,from_y,to_x,to_y,length\n0,0,1,1,\n' >apart.csv
try landfall batch apart.txt apart.csv --verify --no-times --quiet
# What is not a query: refused before the first answer in a file, and where it stands in a pipe.
try landfall batch sea.txt q.csv --verify --quiet
try landfall batch sea.txt q.lfq --verify --quiet
try landfall batch sea.txt q.jsonl --verify --quiet
refused() { # FORM: standard input is bad
    landfall batch sea.txt - --query-format "$1" --quiet
    echo "exit $?"
}
echo '{"from":[0,0]}' | refused jsonl
echo '{"from":[0,-1],"to":[1,0]}' | refused jsonl
echo '{"from":[0,0],"to":[1,0]' | refused jsonl
echo '[1]' | refused jsonl
printf LFQUERY2 | refused binary
head_of 20 0 0 | refused binary
head_of 16 5 0 | refused binary
head_of 16 61 40 | cat - <(u32 0 && u32 0 && u32 0 && u32 0) | refused binary
head -c 30 q.lfq | refused binary
{ head_of 16 0 0 && u32 0 && u32 0 && u32 0 && printf '\0\0\0\377'; } | refused binary
{ echo from_x,from_y,to_x,to_y && head -c 1100000 /dev/zero | tr '\0' 1; } | refused csv
refused scen </dev/null
try landfall batch sea.txt nowhere.csv
try landfall batch sea.txt . --quiet
