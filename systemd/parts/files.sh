# shellcheck shell=sh
# What every part uses: saying, running or only printing a command, and writing a file whole or not at all.
# It needs: dry_run, root, and SYSTEM, a command in front of everything that changes the running system.

# Set `root` to the folder that follows --root, and refuse one that would mean the running system: an empty name too, as
# of a variable that is not set.
take_root() {
    [ -n "$1" ] && [ -d "$1" ] && root=$(readlink -e -- "$1") && [ "$root" != / ] && return
    echo "--root takes a folder that stands for the root of another system, and not \"$1\"; nothing was changed." >&2
    exit 2
}

# A closed terminal is no reason to stop half-way.
say() { printf '%s\n' "$*" 2> /dev/null || true; }

# Run a command, or only print it.
run() {
    if [ "$dry_run" = yes ]; then say "    would run: $*"; else "$@"; fi
}

# Run a command that changes the running system, and not only our own files.
system() {
    if [ "$dry_run" = yes ]; then
        say "    would run: $*"
    elif [ -n "$SYSTEM" ]; then
        "$SYSTEM" "$@"
    elif [ -n "$root" ]; then
        say "    left alone because of --root: $*"
    else
        "$@"
    fi
}

# Write what a command prints to a file (`write FILE COMMAND…`), or only say so. At every moment the file is the old one
# or the new one, also on a boot partition (FAT). If the command fails, it stays the old one. A file that is the new one
# already is left alone, so that a slow card does not store it twice. `written` says which file it is: what a signal
# leaves beside it goes at the end.
write() {
    written=$1
    shift
    if [ "$dry_run" = yes ]; then
        say "    would write: $written"
        return
    fi
    mkdir -p "${written%/*}" || return 1
    if "$@" > "$written.new"; then
        if cmp -s "$written.new" "$written"; then rm -f "$written.new"; return; fi
        if sync "$written.new" && mv "$written.new" "$written"; then return; fi
    fi
    rm -f "$written.new"
    return 1
}

# Whether there is a running system to change, or a dry run; there is none while an image is made.
is_running() { [ -n "$SYSTEM$root" ] || [ "$dry_run" = yes ] || [ -d /run/systemd/system ]; }

# Whether a name is one of ours for a version, or for a copy of the games: the time at which it was made.
is_stamp() {
    case $1 in
        *Z-*[!0-9]*) return 1 ;;
        [0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z) ;;
        [0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z-[0-9]*) ;;
        *) return 1 ;;
    esac
}
