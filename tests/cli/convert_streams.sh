# Devices and pipes are written to, never replaced by a file of that name.
mkfifo pipe
cat pipe >through_pipe.txt &
try landfall convert bay.txt pipe
wait
cmp bay.txt through_pipe.txt && echo same
[ -p pipe ] && echo "still a pipe"
try landfall convert bay.txt /dev/null --out-format png
cat pipe >picture &
try landfall route wall.txt --from 0,0 --to 1,0 --draw pipe --no-picture
wait
head -c 4 picture | tail -c 3
echo
try landfall route wall.txt --from 0,0 --to 1,0 --draw -
[ -p pipe ] && echo "still a pipe"
[ -c /dev/null ] && echo "still a device"
