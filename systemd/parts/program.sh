# shellcheck shell=sh
# The versions of the program: each has a directory of its own, and `current` points to one of them.

UNIT=pyramid-referee.service
STICK=pyramid-referee-stick@.service
SCREENS=pyramid-referee-screens
RULES=60-pyramid-referee.rules

# Install from the package index, or from where pip is told to: only files whose hash is known, and none that would have
# to be built. `make lock` writes the lists.
pip_install() {
    list=$source_dir/systemd/locked/$1
    shift
    run "$new/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
        --requirement "$list" "$@"
}

install_program() {
    say "Program: $new, a virtual environment that sees no package of the system."
    build=$(mktemp -d)
    run cp -R "$source_dir/firmware_py" "$source_dir/hardware" "$source_dir/display" "$source_dir/pyproject.toml" \
        "$source_dir/setup.py" "$source_dir/README.md" "$source_dir/LICENSE" "$build"
    run mkdir -p "$new"
    run "$PYTHON" -m venv "$new"
    { pip_install program.txt && pip_install build.txt --no-compile --target "$build/tools"; } || refuse \
        "the libraries could not be installed; is there a network, and room in $opt? Put that right, run it again."
    run env PYTHONPATH="$build/tools" "$new/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps \
        --no-build-isolation "$build" || refuse "the program could not be built."
    { run "$new/bin/pyramid-referee" --help > /dev/null \
        && run "$new/bin/python" -I -c 'from firmware_py.host.libraries import load; load()' > /dev/null; } \
        || refuse "the program does not run with this Python."
    run cp -R "$source_dir/systemd" "$source_dir/README.md" "$new"
}

install_config() {
    if [ -e "$config" ]; then
        say "Settings: $config is kept as it is."
        return
    fi
    say "Settings: $config, every key explained and none set."
    write "$config" sed 's/^[a-z]/# &/' "$source_dir/firmware_py/default.toml"
}

# Put the units and the rules of a version in place.
install_unit() {
    write "$root/etc/systemd/system/$UNIT" cat "$1/systemd/$UNIT" || return 1
    [ ! -e "$1/systemd/$STICK" ] || write "$root/etc/systemd/system/$STICK" cat "$1/systemd/$STICK" || return 1
    for kind in socket service; do
        [ ! -e "$1/systemd/$SCREENS.$kind" ] \
            || write "$root/etc/systemd/system/$SCREENS.$kind" cat "$1/systemd/$SCREENS.$kind" || return 1
    done
    write "$root/etc/udev/rules.d/$RULES" cat "$1/systemd/udev/$RULES"
}

point_to() {
    run ln -sfn "versions/$1" "$opt/current.new" || return 1
    run mv -T "$opt/current.new" "$opt/current"
}

start() {
    if ! is_running; then
        say "    This system is not running now; the referee starts with it."
        return 0
    fi
    system systemctl daemon-reload || return 1
    system udevadm control --reload || true
    system udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=i2c-dev || true
    # Returns when the service says that its first picture stands, or with an error.
    system systemctl restart "$UNIT"
}

# Note for a start after a pulled plug which version ran before, and in which start of the computer.
mark_as_unfinished() {
    [ -n "$old" ] || return 0
    write "$new/before" echo "$old" || return 1
    write "$new/boot" cat /proc/sys/kernel/random/boot_id || return 1
    run ln -sfn "versions/$stamp" "$unfinished" && run sync -f "$opt"
}

# From now on no start goes back: what is played stays. Where the mark cannot be removed, a file among the games says so.
forget_mark() {
    [ -L "$unfinished" ] || return 0
    if rm -f "$unfinished" && sync -f "$opt"; then
        [ ! -e "$state/$forgotten" ] || as_owner rm -f "$forgotten"
    else
        as_owner touch "$forgotten" && as_owner sync "$forgotten"
    fi || true
}

# Keep the running version and the one before.
remove_old_versions() {
    for version in "$opt"/versions/*; do
        is_stamp "${version##*/}" || continue
        case $version in
            "$new" | "$opt/$old") ;;
            *) run rm -rf "$version" ;;
        esac
    done
}
