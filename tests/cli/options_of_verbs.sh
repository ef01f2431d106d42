# No option may get lost: what the help of a verb lists is taken, once, and every verb that reads a map takes all the
# options of maps. The manual has them all.
manual=$(dirname "$0")/../../cli/landfall.1.md
for verb in $(landfall --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    landfall $verb --help >help.txt
    options=$(sed -n 's/^  \(-., \)\?--\([a-z-]*\).*/\2/p' help.txt)
    [ -z "$(sort <<<"$options" | uniq -d)" ] || echo "$verb: an option is listed twice"
    for option in $options; do
        landfall $verb --$option </dev/null 2>&1 | grep 'unknown option'
        grep -qF -- "**--$option**" "$manual" || echo "$verb: --$option is not in the manual"
    done
    reads=no
    if head -1 help.txt | grep -qE ' (MAP|IN) '; then
        reads=yes
        for option in map-format size threshold open-color; do
            grep -qx $option <<<"$options" || echo "$verb: --$option is lost"
        done
    fi
    echo "$verb: $(wc -w <<<"$options") options, reads a map: $reads"
done
