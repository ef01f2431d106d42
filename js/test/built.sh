# Sourced with `root` set, by what tests the package or the playground: builds the package, or leaves the test out (77) where it
# cannot be built.
skip() { echo "skipped: $1"; exit 77; }
for tool in clang wasm-ld node npm python3; do
    command -v $tool > /dev/null || skip "no $tool"
done
[ "$(node -p 'process.versions.node.split(".")[0] >= 18')" = true ] || skip "Node is older than 18: $(node --version)"
# Two builds in one folder at once would see each other's halves: presets and tests take turns.
mkdir -p "$root/build/js"
exec 9> "$root/build/js/lock"
command -v flock > /dev/null && flock 9
"$root/js/tools.sh" "$root" || skip "the npm packages of js/package.json cannot be had (no network?)"
node "$root/js/build.mjs"
