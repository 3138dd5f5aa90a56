# shellcheck shell=sh
# A copy of the games from before each update, and the way back.
#
# The copies lie in a folder of root's own. In the folder of the games, which belongs to the user of the service, whoever
# had taken over the service could put a link anywhere: there root reads and writes nothing, but lets that user do it.

ROOM_BESIDE_KB=1024   # beside a copy of the games
LONGEST=500000000
half=$backups/half   # a copy that is not whole, while it is made and while it is deleted

# Run a command in the folder of the games, as the user who owns it.
as_owner() {
    cd "$state" || return 1
    owner=$(stat -c %u:%g .) || return 1
    result=0
    if [ "${owner%:*}" = "$(id -u)" ]; then
        "$@" || result=$?
    else
        setpriv --reuid "${owner%:*}" --regid "${owner#*:}" --clear-groups "$@" || result=$?
    fi
    cd / || result=$?
    return "$result"
}

# The names of the files of the games that an update may change, and that `bring_back_games` puts back. What is no file
# of its own is none of ours, nor what is longer than any journal (`LONGEST` in firmware_py/storage/journal/file.py).
files_of_games() {
    for name in games.sqlite games.sqlite-wal; do
        if [ -f "$state/$name" ] && [ ! -L "$state/$name" ] && [ "$(stat -c %s "$state/$name")" -le "$LONGEST" ]; then
            echo "$name"
        fi
    done
}

# Whether there is room for one more copy of the games, asked while they can still be played.
check_room() {
    if [ -L "$state/games.sqlite" ] || [ -d "$state/games.sqlite" ]; then
        refuse "$state/games.sqlite is a link or a folder, and is not copied. Put the file itself there."
    fi
    [ -e "$state/games.sqlite" ] || return 0
    needed_kb=$(cd "$state" && files_of_games | xargs -r stat -c %s | awk '{ sum += $1 } END { print int(sum / 1024) + 1 }')
    free_kb=$(df -Pk "$root/var" | awk 'NR == 2 { print $4 }')
    [ "$free_kb" -ge $((needed_kb + ROOM_BESIDE_KB)) ] || refuse "there is no room for a copy of the games:" \
        "$free_kb kB are free in $root/var, $((needed_kb + ROOM_BESIDE_KB)) kB are needed. Nothing was changed." \
        "Delete what is not needed on that disk, such as old copies in $backups, and run it again."
}

back_up_games() {
    is_stopped=yes
    if is_running; then system systemctl stop "$UNIT" || true; fi
    [ -e "$state/games.sqlite" ] || return 0
    say "Games: a copy in $backups/$stamp."
    run mkdir -p -m 700 "$backups"
    run rm -rf "$half"
    run mkdir "$half"
    files_of_games | while read -r name; do
        write "$half/$name" as_owner cat "./$name" || exit 1
    done || refuse "the games cannot be copied to $backups. Make room on that disk and run it again."
    run mv -T "$half" "$backups/$stamp"
    if [ -d "$state/backup" ] && [ ! -L "$state/backup" ]; then
        say "    Older copies stay in $state/backup; delete that folder when you do not need them any more."
    fi
}

# Put the copy in the place of the games, where they differ. The copy stays.
bring_back_games() {
    [ -e "$backups/$stamp/games.sqlite" ] || return 0
    ! are_games_as_copied || return 0
    # On a full disk the games of the new version must go first.
    put_beside_games || { as_owner rm -f games.sqlite games.sqlite-wal games.sqlite-shm && put_beside_games; } || return 1
    as_owner rm -f games.sqlite-wal games.sqlite-shm && as_owner mv -T games.sqlite.new games.sqlite || return 1
    [ ! -e "$backups/$stamp/games.sqlite-wal" ] || as_owner mv -T games.sqlite-wal.new games.sqlite-wal
}

are_games_as_copied() {
    for name in games.sqlite games.sqlite-wal; do
        if [ -e "$backups/$stamp/$name" ]; then
            [ -f "$state/$name" ] && as_owner cmp -s "$name" - < "$backups/$stamp/$name" || return 1
        elif [ -e "$state/$name" ]; then
            return 1
        fi
    done
}

put_beside_games() {
    for name in games.sqlite games.sqlite-wal; do
        [ -e "$backups/$stamp/$name" ] || continue
        # shellcheck disable=SC2016  # the other shell's own word
        as_owner sh -c 'umask 027 && rm -f "$1" && cat > "$1"' sh "$name.new" < "$backups/$stamp/$name" \
            || { as_owner rm -f "$name.new"; return 1; }
    done
}

delete_copy() {
    rm -rf "$half" || return 1
    [ ! -e "$backups/$stamp" ] || mv -T "$backups/$stamp" "$half" || return 1
    rm -rf "$half"
}

# Keep the newest three copies of the games, among them the one just made: it may have an old name, for a calendar can be
# wrong.
remove_old_copies() {
    for copy in "$backups"/*; do
        if is_stamp "${copy##*/}" && [ "${copy##*/}" != "$stamp" ]; then printf '%s\n' "${copy##*/}"; fi
    done | sort -r | tail -n +3 | while read -r name; do run rm -rf "$backups/$name"; done
}
