# Every option of every verb is completed, and values that have names are.
landfall completion bash >completion.bash
landfall completion zsh >completion.zsh
. ./completion.bash
complete -p landfall
answer() { # WORD...: what the last one may become, on one line
    COMP_WORDS=(landfall "$@")
    COMP_CWORD=$#
    _landfall
    echo "${COMPREPLY[*]-}"
}
missing=0
checked=0
for verb in $(landfall --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    [[ " $(answer '') " == *" $verb "* ]] || { echo "bash: no $verb"; missing=1; }
    for option in $(landfall "$verb" --help | sed -n '/^Options:/,/^$/p' | sed -nE 's/^  (-[a-z], )?(--[a-z-]+).*/\1 \2/p' | tr -d ,); do
        checked=$((checked + 1))
        [[ " $(answer "$verb" -) " == *" $option "* ]] || { echo "bash: no $verb $option"; missing=1; }
        sed -n "/^    $verb)/,/;;/p" completion.zsh | grep -q -e "'\*$option\[" || { echo "zsh: no $verb $option"; missing=1; }
    done
done
[ "$checked" -gt 100 ] && echo "more than 100 options checked"
[ $missing = 0 ] && echo "none is missing"
answer rou
answer route bay.txt --mo
answer route bay.txt --moves k
answer route bay.t
answer batch --out bay.c
if command -v zsh >/dev/null; then zsh -n completion.zsh || echo "zsh does not read it"; fi
try landfall completion
try landfall completion tcsh
