# The system around the program: packages, user, configuration, devices, consoles, boot.
# Part of tools/install.

RULES=/etc/udev/rules.d/70-cabinato.rules
WATCHDOG=/etc/systemd/system.conf.d/50-cabinato.conf
LOGIND=/etc/systemd/logind.conf.d/50-cabinato.conf
SYSCTL=/etc/sysctl.d/50-cabinato.conf
# What needs root and the cabinet asks for: a stick, the clock, switching off.
HOST_DIR=/usr/local/lib/cabinato
USB_RULES=/etc/udev/rules.d/71-cabinato-usb.rules
TMPFILES=/etc/tmpfiles.d/cabinato.conf
REQUESTS=/etc/systemd/system/cabinato-requests
USB_UNIT=/etc/systemd/system/cabinato-usb@.service
PINS=python3-lgpio
GRUB=/etc/default/grub.d/50-cabinato.cfg
OVERLAY=/etc/overlayroot.local.conf
UNIT=/etc/systemd/system/cabinet.service
# A login on the cabinet's console, a restart by three keys, updates in the middle of an evening.
MASKED="getty@tty1.service ctrl-alt-del.target apt-daily.timer apt-daily-upgrade.timer"
QUIET="console=tty3 quiet loglevel=3 logo.nologo vt.global_cursor_default=0 consoleblank=0"
# A screen that sleeps or is switched on late is a screen all the same.
QUIET="$QUIET vc4.force_hotplug=1"

# What SDL loads at run time to draw and sound without a desktop, and what makes environments.
packages() {
    sound=libasound2
    [ "$SUITE" = bookworm ] || sound=libasound2t64
    printf '%s ' ca-certificates systemd udev python3 python3-venv libgbm1 libdrm2 libegl1 \
        libgles2 libgl1-mesa-dri $sound
    ! is_without_wheels || printf '%s ' python3-pygame python3-numpy
    [ -z "$READ_ONLY" ] || printf '%s ' overlayroot
    [ -z "$IS_PI" ] || printf '%s' $PINS # the last one, see below
}

lay_packages() {
    named_version
    step "Packages of the system"
    missing=
    for package in $(packages); do
        dpkg-query --admindir="$ROOT/var/lib/dpkg" -W -f '${db:Status-Abbrev}' "$package" \
            2>/dev/null | grep -q '^ii' ||
            missing="$missing $package"
    done
    if [ -z "$missing" ]; then
        printf '    all are there\n'
        return
    fi
    # From a bundle, apt knows its packages only: lists and sources of the system stay as they are.
    set -- -qq
    if [ -n "$BUNDLE" ]; then
        debs=${INNER-STAGE}/cabinato-bundle/debs
        [ -n "$DRY" ] || [ -f "$ROOT$debs/Packages" ] ||
            stop "the bundle was made with --no-debs, and these packages are missing:$missing"
        put "${INNER-/STAGE}/bundle.list" <<LIST
deb [trusted=yes] file:$debs ./
LIST
        act mkdir -p "${STAGE:-STAGE}/lists"
        set -- "$@" -o Dir::Etc::SourceList="${INNER-STAGE}/bundle.list" \
            -o Dir::Etc::SourceParts=- -o Dir::State::Lists="${INNER-STAGE}/lists" \
            -o APT::Sandbox::User=root
    fi
    quietly act_there apt-get "$@" update || stop "apt could not read its lists"
    # shellcheck disable=SC2086
    quietly act_there env DEBIAN_FRONTEND=noninteractive apt-get "$@" install -y \
        -o Dpkg::Use-Pty=0 --no-install-recommends ${missing%"$PINS"} ||
        stop "the packages could not be installed:$missing"
    # By itself: only Raspberry Pi OS has it, and a Debian on a Pi shall keep its screen at least.
    [ "$missing" = "${missing%"$PINS"}" ] ||
        quietly act_there env DEBIAN_FRONTEND=noninteractive apt-get "$@" install -y \
            -o Dpkg::Use-Pty=0 --no-install-recommends $PINS ||
        say "this system has no package $PINS: buttons and lamps need Raspberry Pi OS"
}

# Whether the target's file of users or groups has a name.
is_in() { grep -qs "^$2:" "$ROOT/etc/$1"; }

lay_user() {
    step "The user $USER_NAME, who is nobody else and cannot log in"
    is_in passwd $USER_NAME ||
        act_there useradd --system --user-group --home-dir /var/cache/cabinato --no-create-home \
            --shell /usr/sbin/nologin $USER_NAME
    for group in video render input audio gpio dialout tty; do
        is_in group $group || act_there groupadd --system $group
        act_there usermod --append --groups $group $USER_NAME
    done
    for folder in $DATA /var/cache/cabinato; do
        act_there install -d -m 0755 -o $USER_NAME -g $USER_NAME $folder
    done
}

# The builder's own file: laid once, then never touched.
lay_configuration() {
    step "The configuration: $CONFIG"
    if [ -f "$ROOT$CONFIG" ]; then
        printf '    it is there and stays as it is\n'
        return
    fi
    shipped=$HERE/hw_config.toml
    [ -z "$BUNDLE" ] || shipped=${STAGE:-STAGE}/cabinato-bundle/hw_config.toml
    if [ -n "$DRY" ]; then
        printf '    write %s%s\n' "$CONFIG" "${IS_PI:+, for real pins}"
    elif [ -n "$IS_PI" ]; then
        sed -e 's/^mode = "simulated" /mode = "real"      /' \
            -e 's/^pin_factory = "mock" /pin_factory = "lgpio"/' \
            -e 's/^fullscreen = false/fullscreen = true /' \
            -e '/^\[coin\]/,/^\[/s/^driver = "cctalk"/driver = "none"  /' "$shipped" | put $CONFIG
    else
        sed 's/^fullscreen = false/fullscreen = true /' "$shipped" | put $CONFIG
    fi
}

lay_system() {
    step "Names of serial adapters, watchdog, consoles"
    put $RULES <"$FILES/70-cabinato.rules"
    put $WATCHDOG <"$FILES/watchdog.conf"
    put $LOGIND <"$FILES/logind.conf"
    put $SYSCTL <"$FILES/sysctl.conf"
    # By force: a system's own first start lays a link of its own for the three keys.
    # shellcheck disable=SC2086
    systemctl_there --force mask $MASKED
    systemctl_there set-default multi-user.target
    if [ -z "$ROOT" ] && [ -d /run/systemd/system ]; then
        act udevadm control --reload || true
        act /usr/lib/systemd/systemd-sysctl $SYSCTL || true # sysctl is in a package of its own
    fi
}

lay_host() {
    step "What root does for the cabinet: a stick for the books, the clock, switching off"
    put $HOST_DIR/host.py <"$FILES/host.py"
    put $TMPFILES <"$FILES/tmpfiles.conf"
    put $REQUESTS.path <"$FILES/cabinato-requests.path"
    put $REQUESTS.service <"$FILES/cabinato-requests.service"
    put $USB_UNIT <"$FILES/cabinato-usb@.service"
    put $USB_RULES <"$FILES/71-cabinato-usb.rules"
    systemctl_there enable cabinato-requests.path
    if [ -z "$ROOT" ] && [ -d /run/systemd/system ]; then
        act systemd-tmpfiles --create $TMPFILES
        act udevadm control --reload || true
    fi
    systemctl_now daemon-reload
    systemctl_now restart cabinato-requests.path
}

# The kernel's line without what talks on the screen or on the serial pins.
quiet_line() {
    loud="splash console=tty1 console=serial0,115200 console=ttyAMA0,115200"
    told=
    for word in $(cat "$1"); do
        case " $QUIET $loud " in
        *" $word "*) ;;
        *) told="$told$word " ;;
        esac
    done
    printf '%s%s\n' "$told" "$QUIET"
}

# The lines of config.txt that are ours stand between two marks.
without_ours() { sed '/^# >>> cabinato$/,/^# <<< cabinato$/d' "$1"; }

lay_boot() {
    step "A boot without text"
    if [ -n "$BOOT" ]; then
        quiet_line "$ROOT$BOOT/cmdline.txt" | put "$BOOT/cmdline.txt" keep
        if [ -f "$ROOT$BOOT/config.txt" ]; then
            {
                without_ours "$ROOT$BOOT/config.txt"
                printf '%s\n' '# >>> cabinato' '[all]' 'disable_splash=1' 'boot_delay=0' \
                    'dtparam=watchdog=on' '# <<< cabinato'
            } | put "$BOOT/config.txt" keep
        fi
    elif [ -d "$ROOT/etc/default/grub.d" ] || [ -f "$ROOT/etc/default/grub" ]; then
        put $GRUB <"$FILES/grub.cfg"
        [ ! -x "$ROOT/usr/sbin/update-grub" ] || act_there update-grub
    else
        printf '    no boot files of a Raspberry Pi and no GRUB here: left alone\n'
    fi
}

require_ledger_partition() {
    ! grep -qs "^[^#]*[[:space:]]$DATA[[:space:]]" "$ROOT/etc/fstab" || return 0
    stop "with a read-only system the ledger needs a partition of its own, mounted at $DATA by" \
        "/etc/fstab; docs/install.md has the steps. Nothing was changed"
}

lay_overlay() {
    step "The system read-only from the next start on; $DATA is written to"
    put $OVERLAY <"$FILES/overlayroot.conf"
    quietly act_there update-initramfs -u
}

# The display's size, where one is connected.
display_size() {
    size=
    if [ -z "$ROOT" ]; then
        size=$(cat /sys/class/drm/card*/modes 2>/dev/null | grep -m 1 '^[0-9]*x[0-9]*$' || true)
    fi
    printf %s "${size:-1280x720}"
}

draw_pictures() {
    step "The pictures that the screens keep, drawn now so that no player waits"
    act_there runuser -u $USER_NAME -- env CACHE_DIRECTORY=/var/cache/cabinato \
        SDL_VIDEODRIVER=dummy nice "$HOME_DIR/current/.venv/bin/cabinato" pictures \
        --size "$(display_size)" || say "not all pictures could be drawn; the cabinet draws them itself"
}

report() {
    [ -z "$PICTURES" ] || draw_pictures
    [ -z "$DRY" ] || { printf '\nNothing was changed.\n' && return 0; }
    say "$VERSION is installed. Edit $CONFIG, then: sudo systemctl restart cabinet"
    [ -z "$IS_PI" ] || ! grep -q '^driver = "none"' "$ROOT$CONFIG" ||
        say "no coin acceptor is named there yet: [coin] driver and port (ls /dev/cabinato)"
    say "the console takes no login any more: keep a way in by ssh"
    [ -n "$ROOT" ] || say "watchdog and boot settings count after: sudo reboot"
}

take_away() {
    step "Taking the cabinet away; ledger and configuration stay"
    if is_running; then
        wait_until_free
    fi
    systemctl_now stop cabinet.service || true
    [ ! -f "$ROOT$UNIT" ] || systemctl_there disable cabinet.service
    if [ -f "$ROOT$REQUESTS.path" ]; then
        systemctl_now stop cabinato-requests.path 'cabinato-usb@*.service' || true
        systemctl_there disable cabinato-requests.path
    fi
    # shellcheck disable=SC2086
    systemctl_there unmask $MASKED
    for file in $UNIT $RULES $WATCHDOG $LOGIND $SYSCTL $GRUB $OVERLAY \
        $USB_RULES $TMPFILES $REQUESTS.path $REQUESTS.service $USB_UNIT; do
        [ ! -e "$ROOT$file" ] || act rm -f "$ROOT$file"
    done
    [ ! -x "$ROOT/usr/sbin/update-grub" ] || act_there update-grub
    if [ -n "$BOOT" ] && [ -f "$ROOT$BOOT/cmdline.txt.before-cabinato" ]; then
        act mv "$ROOT$BOOT/cmdline.txt.before-cabinato" "$ROOT$BOOT/cmdline.txt"
    fi
    if [ -n "$BOOT" ] && [ -f "$ROOT$BOOT/config.txt" ]; then
        without_ours "$ROOT$BOOT/config.txt" | put "$BOOT/config.txt"
        act rm -f "$ROOT$BOOT/config.txt.before-cabinato"
    fi
    act rm -rf "$ROOT$HOME_DIR" "$ROOT/var/cache/cabinato" "$ROOT$HOST_DIR"
    systemctl_now daemon-reload
    [ -z "$DRY" ] || { printf '\nNothing was changed.\n' && return 0; }
    say "kept: $DATA (the ledger), /etc/cabinato and the user $USER_NAME, who owns them"
}
