# shellcheck shell=sh
# The system around the program: which one it is, its packages, the user, I2C, the log and the watchdog.

PACKAGES='python3-venv libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri'
GROUPS_OF_DEVICES='video render input audio gpio i2c dialout'
DROP_IN=pyramid-referee.conf
boot_config=$root/boot/firmware/config.txt
I2C='dtparam=i2c_arm=on'
# A program of awk that reads a config.txt as the firmware does: a word in brackets says to which Raspberry Pis the lines
# below apply, until [all]; of several lines the last one counts; a parameter without a value is on, and several may
# stand in one line. What is off for some Raspberry Pis counts as off.
# shellcheck disable=SC2016  # the words of awk
I2C_IS_ON='
    BEGIN { is_for_all = 1 }
    { sub(/\r$/, ""); sub(/^[ \t]+/, "") }
    /^\[/ { is_for_all = /^\[all\]/ }
    sub(/^(dtparam|device_tree_param)=/, "") {
        count = split($0, given, ",")
        for (one = 1; one <= count; one++) {
            if (given[one] ~ /^i2c(_arm)?(=|$)/) is_on = is_for_all && given[one] ~ /^[^=]*(=(on|1|true|yes))?$/
        }
    }
    END { exit !is_on }
'

# A program of awk that prints the lines of a config.txt that load an overlay: `a` on every Raspberry Pi, `s` on some.
# shellcheck disable=SC2016  # the words of awk
OVERLAYS='
    BEGIN { whose = "a" }
    { sub(/\r$/, ""); sub(/^[ \t]+/, "") }
    /^\[/ { whose = /^\[all\]/ ? "a" : "s" }
    /^(dtoverlay|device_tree_overlay)=/ { print whose " " $0 }
'

release() { sed -n "s/^$1=//p" "$root/etc/os-release" 2>/dev/null | tr -d '"'; }

check_system() {
    name=$(release PRETTY_NAME)
    name=${name:-a system without a name in /etc/os-release}
    case "$(release ID)" in
        debian | raspbian) ;;
        *) refuse "this is $name, and only Raspberry Pi OS and Debian are supported." ;;
    esac
    case "$(release VERSION_CODENAME)" in
        bookworm | trixie) ;;
        *) refuse "this is $name, and only Bookworm (12) and Trixie (13) are supported." ;;
    esac
    model=$(tr -d '\0' 2>/dev/null < "$root/proc/device-tree/model") || true
    [ -n "$model$root" ] || say "This is no Raspberry Pi, so there are no pins for buttons, light and buzzer."
    case $model in
        'Raspberry Pi Zero W'* | 'Raspberry Pi Zero Rev'* | 'Raspberry Pi Model'* | 'Raspberry Pi Compute Module Rev'* \
            | 'Raspberry Pi 2 Model B Rev 1.'[01])
            refuse "this is a $model, whose processor has 32 bits: take a Raspberry Pi Zero 2 W, 3, 4 or 5." ;;
    esac
    case "$(dpkg --print-architecture 2>/dev/null || echo unknown)" in
        arm64 | amd64) ;;
        *) refuse "a 64-bit system is needed; choose the 64-bit Raspberry Pi OS in the imager." ;;
    esac
    [ -f "$source_dir/pyproject.toml" ] || refuse "$source_dir is no checkout of Pyramid Referee."
    if [ "$dry_run" = no ] && [ -z "$root" ] && [ "$(id -u)" -ne 0 ]; then
        refuse "only root can do it: sudo ./systemd/install"
    fi
}

install_packages() {
    # shellcheck disable=SC2086  # a list of words
    there=$(dpkg-query -W -f '${Status} ${Package} ' $PACKAGES 2>/dev/null) || true
    missing=
    for package in $PACKAGES; do
        case " $there" in *" ok installed $package "*) ;; *) missing="$missing $package" ;; esac
    done
    if [ -z "$missing" ]; then
        say "Packages: all there."
        return
    fi
    say "Packages of the system: graphics, virtual environments."
    system apt-get update
    # shellcheck disable=SC2086  # a list of words
    system apt-get install -y --no-install-recommends $PACKAGES
}

make_user() {
    say "User referee, who may reach screen, pins, I2C and serial port; user referee-screens, who may reach nothing."
    for group in $GROUPS_OF_DEVICES; do
        getent group "$group" > /dev/null || system groupadd --system "$group"
    done
    if ! getent passwd referee > /dev/null; then
        system useradd --system --user-group --no-create-home --home-dir /var/lib/pyramid-referee \
            --shell /usr/sbin/nologin referee
    fi
    if ! getent passwd referee-screens > /dev/null; then
        system useradd --system --user-group --no-create-home --home-dir /nonexistent \
            --shell /usr/sbin/nologin referee-screens
    fi
    system usermod --append --groups "$(echo "$GROUPS_OF_DEVICES" | tr ' ' ',')" referee
}

enable_i2c() {
    say "I2C, for a magnetic board of switches."
    write "$root/etc/modules-load.d/pyramid-referee.conf" echo i2c-dev
    if [ -f "$boot_config" ] && ! has_i2c "$boot_config"; then
        if write "$boot_config" with_lines "$boot_config" "$I2C"; then
            say "    It works after the next start of the computer."
        else
            say "    $boot_config cannot be read or written, and stays as it is. A board of switches needs in it: $I2C"
        fi
    fi
    if is_running; then system modprobe i2c-dev || true; fi
}

# Whether a config.txt switches I2C on for every Raspberry Pi.
has_i2c() { awk "$I2C_IS_ON" "$1"; }

# Print a config.txt with more lines, or fail if any of it cannot be read: without it a Raspberry Pi may not start. It is
# read twice, because a failing card does not always say so.
with_lines() {
    cat "$1" && printf '\n[all]\n%s\n' "$2" && sync "$1.new" && cmp -s -n "$(wc -c < "$1")" "$1" "$1.new"
}

# What the screen that was named needs in config.txt, in `screen_lines`: nothing if it is there. What is there of the same
# overlay with other words is the owner's, and not changed.
check_screen() {
    screen_lines=
    [ -n "$screen" ] || return 0
    screen_lines=$("$PYTHON" "$source_dir/hardware/screens.py" "$screen" 2>&1) \
        || refuse "no screen is called $screen; $screen_lines. Nothing was changed."
    [ -n "$screen_lines" ] || return 0
    [ -f "$boot_config" ] || refuse "there is no $boot_config for the lines of that screen. Nothing was changed."
    if awk "$OVERLAYS" "$boot_config" | grep -qxF "a $screen_lines"; then
        screen_lines=
        return 0
    fi
    overlay=${screen_lines%%,*}
    there=$(awk "$OVERLAYS" "$boot_config" | cut -c3- | grep -E "^$overlay(,|\$)" | head -n 1) || true
    [ -z "$there" ] || refuse "$boot_config has another line for that screen: $there. Make it $screen_lines" \
        "(or take it out), and run it again. Nothing was changed."
}

set_up_screen() {
    [ -n "$screen" ] || return 0
    if [ -z "$screen_lines" ]; then
        say "Screen: $screen needs nothing in $boot_config that is not there."
        return
    fi
    say "Screen: $screen_lines, in $boot_config; it works after the next start of the computer."
    write "$boot_config" with_lines "$boot_config" "$screen_lines" \
        || refuse "$boot_config cannot be read or written, and stays as it is."
}

# Where only an old driver shows pictures, or none does, say how a screen is named to this script.
offer_screens() {
    [ -z "$screen" ] && [ -f "$boot_config" ] || return 0
    if ls "$root"/sys/class/drm/card[0-9]*-* > /dev/null 2>&1 && ! grep -qs '^fb_' "$root"/sys/class/graphics/fb*/name
    then return; fi
    known=$("$PYTHON" "$source_dir/hardware/screens.py" 2>&1) || true
    say "No screen with a graphics card (DRM) was found. One that needs lines in $boot_config gets them by" \
        "sudo ./systemd/install --screen NAME; $known"
}

# Settings of systemd itself. A log in memory (Storage=volatile) has a limit of its own, hence two limits. 15 seconds are
# the longest time that the watchdog of every Raspberry Pi keeps: it counts 16, some kernels refuse more, and others count
# what is left of a division by 16 (raspberrypi/linux 5838 and 7432). systemd speaks to it twice in this time, from
# memory, so that a card that stalls longer is no reason to start again.
set_up_system() {
    say "The system's log: at most 50 MB on the card, or 16 MB in memory."
    write "$root/etc/systemd/journald.conf.d/$DROP_IN" printf '[Journal]\nSystemMaxUse=50M\nRuntimeMaxUse=16M\n'
    say "Watchdog of the computer: one that stands still for 15 seconds starts again by itself."
    write "$root/etc/systemd/system.conf.d/$DROP_IN" printf '[Manager]\nRuntimeWatchdogSec=15\n'
    if is_running; then system systemctl try-restart systemd-journald.service || true; fi
}

# Whether a desktop starts with the computer, and takes the screen before the referee can.
has_desktop() {
    [ -L "$root/etc/systemd/system/display-manager.service" ] || return 1
    case "$(readlink "$root/etc/systemd/system/default.target")" in *multi-user.target) return 1 ;; esac
}
