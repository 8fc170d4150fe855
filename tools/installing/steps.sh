# How a step is done: printed with --dry-run, otherwise carried out; in the system below $ROOT.
# Part of tools/install.

FILES=$HERE/tools/installing/files
MODEL=/proc/device-tree/model
STAGE=

# One heading a step.
step() { printf '\n%s\n' "$*"; }

# Runs a command, or prints it.
act() {
    if [ -n "$DRY" ]; then
        printf '    %s\n' "$*"
    else
        "$@"
    fi
}

# The same in the target's system.
act_there() {
    if [ -n "$ROOT" ]; then
        act chroot "$ROOT" "$@"
    else
        act "$@"
    fi
}

# A command that talks much: what it said is shown only if it failed.
quietly() {
    if [ -n "$DRY" ]; then
        "$@"
        return
    fi
    printf '    %s ...\n' "$(printf '%s' "${*#act_there }" | cut -c1-90)"
    "$@" >"$STAGE/said" 2>&1 || {
        tail -n 20 "$STAGE/said" >&2
        return 1
    }
}

# Looks, or does what a test of the target needs; never called in a dry run.
there() {
    if [ -n "$ROOT" ]; then
        chroot "$ROOT" "$@"
    else
        "$@"
    fi
}

# Tells the running system; below --root nothing runs.
systemctl_now() { [ -n "$ROOT" ] || [ ! -d /run/systemd/system ] || act systemctl "$@"; }

# Enables, disables and masks; does so in a system that does not run, too.
systemctl_there() { act_there systemctl --quiet "$@"; }

# Writes standard input to a file of the target, if it says something new; what was there
# before the first time stays beside it.
put() {
    put_to=$ROOT$1
    if [ -n "$DRY" ]; then
        printf '    write %s\n' "$1"
        cat >/dev/null
        return
    fi
    mkdir -p "$(dirname "$put_to")"
    cat >"$put_to.new"
    if [ -f "$put_to" ] && cmp -s "$put_to.new" "$put_to"; then
        rm "$put_to.new"
        return
    fi
    if [ -f "$put_to" ] && [ "${2-}" = keep ] && [ ! -f "$put_to.before-cabinato" ]; then
        cp -p "$put_to" "$put_to.before-cabinato"
    fi
    sync "$put_to.new" 2>/dev/null || true
    mv "$put_to.new" "$put_to"
    printf '    wrote %s\n' "$1"
}

# What the target is: SUITE, ARCH, and whether it is a Raspberry Pi.
examine() {
    [ -f "$ROOT/etc/debian_version" ] ||
        stop "$ROOT/ is no Debian and no Raspberry Pi OS: it has no etc/debian_version"
    SUITE=$(. "$ROOT/etc/os-release" && printf %s "${VERSION_CODENAME-}")
    case "$SUITE" in
    bookworm | trixie) ;;
    *) stop "made for bookworm and trixie; this is '${SUITE:-unknown}'" ;;
    esac
    ARCH=$(head -n 1 "$ROOT/var/lib/dpkg/arch" 2>/dev/null || true)
    [ -n "$ARCH" ] || ARCH=$(dpkg --print-architecture)
    BOOT= # where a Raspberry Pi keeps its boot files, and only there
    for folder in /boot/firmware /boot; do
        [ ! -f "$ROOT$folder/cmdline.txt" ] || { BOOT=$folder && break; }
    done
    IS_PI=
    if [ -n "$BOOT" ] || { [ -z "$ROOT" ] && [ -r $MODEL ] && grep -qa 'Raspberry Pi' $MODEL; }; then
        IS_PI=yes
    fi
    step "A ${IS_PI:+Raspberry Pi with }$SUITE, $ARCH${ROOT:+, below $ROOT}"
}

forbid_overlay() {
    [ -n "$ROOT" ] || ! grep -q '^overlayroot / ' /proc/mounts ||
        stop "the system is read-only, what is written now would be gone after a restart. First:" \
            "sudo overlayroot-chroot rm -f /etc/overlayroot.local.conf && sudo reboot"
}

# A target below --root gets what programs of its own need to run; given back at the end.
open_root() {
    [ -z "$DRY" ] || return 0
    STAGE=$(mktemp -d "$ROOT/var/tmp/cabinato-install.XXXXXX")
    INNER=${STAGE#"$ROOT"}
    trap 'close_root' EXIT
    trap 'exit 130' INT TERM
    [ -n "$ROOT" ] || return 0
    mountpoint -q "$ROOT/proc" || { mount -t proc proc "$ROOT/proc" && MOUNTED="proc"; }
    mountpoint -q "$ROOT/dev" || { mount --bind /dev "$ROOT/dev" && MOUNTED="${MOUNTED-} dev"; }
}

close_root() {
    rm -rf "$STAGE"
    for folder in ${MOUNTED-}; do
        umount "$ROOT/$folder" || umount -l "$ROOT/$folder"
    done
}
