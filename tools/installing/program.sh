# The program's versions below /opt/cabinato, and going from one to another without taking
# anybody's hand away. Part of tools/install.

HOME_DIR=/opt/cabinato
DATA=/var/lib/cabinato
RUN=/run/cabinato
CONFIG=/etc/cabinato/hw_config.toml
USER_NAME=cabinet
MANIFEST=MANIFEST.sha256

# The name of a version's folder: as released, and a digest, so that two trees never share one.
version_of_tree() {
    number=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$HERE/pyproject.toml")
    digest=$(cd "$HERE" && find firmware assets hw_config.toml pyproject.toml hatch_build.py \
        cabinet.service -type f ! -name '*.pyc' ! -name '*.mo' -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum | sha256sum | cut -c1-8)
    printf '%s-%s' "$number" "$digest"
}

open_bundle() {
    if [ -n "$DRY" ]; then
        tar -xOf "$BUNDLE" cabinato-bundle/bundle.txt
    else
        tar -xf "$BUNDLE" -C "$STAGE"
        cat "$STAGE/cabinato-bundle/bundle.txt"
    fi
}

# Debian's own pygame and numpy stand in where there are no wheels: 32-bit systems.
is_without_wheels() { [ "$ARCH" = armhf ] || [ "$ARCH" = armel ] || [ "$ARCH" = i386 ]; }

# Bookworm's own pygame is 2.1.2, which lacks what the screens draw with; Trixie's is 2.6.1, and
# tools/test draws all of them with that one.
require_pygame() {
    ! is_without_wheels || [ "$SUITE" != bookworm ] ||
        stop "the pygame of a 32-bit Bookworm is too old for the screens:" \
            "take the 64-bit system, or Trixie. Nothing was changed"
}

named_version() {
    if [ -z "$BUNDLE" ]; then
        VERSION=$(version_of_tree)
        return
    fi
    told=$(open_bundle) || stop "$BUNDLE is no bundle of tools/bundle"
    VERSION=$(printf '%s\n' "$told" | sed -n 's/^version=//p')
    for_suite=$(printf '%s\n' "$told" | sed -n 's/^suite=//p')
    for_arch=$(printf '%s\n' "$told" | sed -n 's/^arch=//p')
    [ -n "$VERSION" ] || stop "$BUNDLE is no bundle of tools/bundle: it names no version"
    [ "$for_suite $for_arch" = "$SUITE $ARCH" ] ||
        stop "$BUNDLE is for $for_suite $for_arch, and this is $SUITE $ARCH"
}

# A version that is there and whole is not laid again.
is_whole() {
    [ -f "$ROOT$HOME_DIR/$1/$MANIFEST" ] &&
        (cd "$ROOT$HOME_DIR/$1" && sha256sum --quiet --strict -c $MANIFEST >/dev/null 2>&1)
}

lay_program() {
    step "The program: $HOME_DIR/$VERSION with an environment of its own"
    if is_whole "$VERSION"; then
        printf '    it is there, every file as in its manifest\n'
        return
    fi
    if [ "$(linked current)" = "$VERSION" ] && is_running; then
        printf '    it is in use, and files of it were changed: it stands still until they are laid anew\n'
        wait_until_free
        act systemctl stop cabinet.service
    fi
    place=$HOME_DIR/$VERSION
    act rm -rf "$ROOT$place"
    act mkdir -p "$ROOT$place"
    quietly act_there python3 -m venv --system-site-packages "$place/.venv"
    if [ -n "$BUNDLE" ]; then
        set -- --no-index --find-links "${INNER-STAGE}/cabinato-bundle/wheels"
    else
        act mkdir -p "${STAGE:-STAGE}/source"
        (cd "$HERE" && act cp -r firmware assets hw_config.toml pyproject.toml hatch_build.py \
            README.md LICENSE "${STAGE:-STAGE}/source/")
        [ -n "$DRY" ] || find "$STAGE/source" -name __pycache__ -prune -exec rm -rf {} +
        quietly act_there "$place/.venv/bin/python" -m pip wheel --quiet --no-deps \
            --wheel-dir "${INNER-STAGE}/wheels" "${INNER-STAGE}/source"
        set -- --find-links "${INNER-STAGE}/wheels"
    fi
    install_wheels "$place" "$@"
    # A version is never added to, and every file here is read by the self-test of each start.
    quietly act_there "$place/.venv/bin/python" -m pip uninstall --quiet --yes pip
    act cp "$HERE/cabinet.service" "$ROOT$place/"
    act chown -R root:root "$ROOT$place"
    act chmod -R go-w,a+rX "$ROOT$place"
    write_manifest "$place"
}

# What the program needs from its own sources' list, and what a broker wants; without the two that
# come from Debian there.
other_packages() {
    sed -n -e '/^dependencies = \[/,/^]/p' -e '/^mqtt = \[/,/^]/p' "$HERE/pyproject.toml" |
        sed -n 's/^  "\([^"]*\)".*/\1/p' | grep -Ev '^(pygame-ce|numpy)[^a-z-]'
}

# install_wheels PLACE PIP-OPTIONS...
install_wheels() {
    pip=$1/.venv/bin/python
    shift
    export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_CACHE_DIR=1
    if is_without_wheels; then
        # shellcheck disable=SC2046 - no name and no version has a space in it
        quietly act_there "$pip" -m pip install --quiet --no-deps "$@" cabinato &&
            quietly act_there "$pip" -m pip install --quiet "$@" $(other_packages)
    else
        quietly act_there "$pip" -m pip install --quiet --only-binary cabinato,pygame-ce,numpy "$@" \
            'cabinato[mqtt]'
    fi || stop "the packages could not be installed; pip says why above"
}

# Every file of a version, in the format of sha256sum. The self-test reads it.
write_manifest() {
    if [ -n "$DRY" ]; then
        printf '    write %s/%s\n' "$1" $MANIFEST
        return
    fi
    (cd "$ROOT$1" && find . -type f ! -name "$MANIFEST*" -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum >$MANIFEST.new && chmod 644 $MANIFEST.new && sync $MANIFEST.new &&
        mv $MANIFEST.new $MANIFEST)
}

linked() { basename "$(readlink "$ROOT$HOME_DIR/$1" 2>/dev/null || true)"; }

# Points a link at a version; there is no moment without one.
point() {
    act ln -sfn "$2" "$ROOT$HOME_DIR/$1.new"
    act mv -T "$ROOT$HOME_DIR/$1.new" "$ROOT$HOME_DIR/$1"
}

is_running() {
    [ -z "$ROOT" ] && [ -d /run/systemd/system ] && systemctl --quiet is-active cabinet.service
}

# Whether the running cabinet tells that somebody's money is in it (firmware/app/status.py).
is_paid() {
    python3 - "$RUN" <<'PYTHON'
import glob, json, sys
for path in glob.glob(sys.argv[1] + "/status-*.json"):
    try:
        with open(path) as file:
            if json.load(file).get("is_paid"):
                sys.exit(0)
    except (OSError, ValueError):
        pass
sys.exit(1)
PYTHON
}

wait_until_free() {
    [ -z "$DRY" ] || { printf '    wait until nobody has credit or a stake in it\n' && return 0; }
    left=$((WAIT_MIN * 60))
    [ "$left" -gt 0 ] || return 0
    ! is_paid || say "somebody plays: waiting for the end, $WAIT_MIN minutes at most"
    while is_paid; do
        [ "$left" -gt 0 ] ||
            stop "there is still credit in the cabinet, so it goes on as it was." \
                "Play it or cancel it, or use --now: hand and credit come back as they were"
        sleep 2
        left=$((left - 2))
    done
}

# Whether a ledger is of a newer program than the one that runs this; a damaged one, or an older
# one, which it carries over, is not refused here.
KNOWS_SCHEMA='
import sqlite3, sys
from firmware.errors import LedgerSchemaError
from firmware.ledger.database import verified_schema
try:
    verified_schema(sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True))
except LedgerSchemaError as error:
    sys.exit(str(error))
except sqlite3.Error:
    pass
'

# Ledger and configuration must be such as this version uses: the version itself is asked, also
# beside a running cabinet. Exit code 2 of its audit is a configuration with faults; of a ledger
# that code says too little.
can_use() {
    if [ -n "$DRY" ]; then
        printf '    ask %s whether it can use ledger and configuration\n' "$1"
        return
    fi
    [ -f "$ROOT$DATA/ledger.db" ] || return 0
    place=$HOME_DIR/$1/.venv/bin
    code=0
    said=$(there runuser -u $USER_NAME -- env TMPDIR=/var/tmp "$place/cabinato" audit --json \
        --config $CONFIG --data $DATA 2>&1 >/dev/null) || code=$?
    [ "$code" -ge 2 ] ||
        ! said=$(there runuser -u $USER_NAME -- "$place/python" -I -c "$KNOWS_SCHEMA" \
            $DATA/ledger.db 2>&1) || return 0
    printf '%s\n' "$said" >&2
    return 1
}

# The version in use may have no better answer: then the new one may show its own.
is_refused() {
    ! can_use "$1" && { [ -z "$2" ] || can_use "$2" 2>/dev/null; }
}

# switch_to VERSION: the only moment in which the cabinet stands still.
switch_to() {
    before=$(linked current)
    step "From ${before:-nothing} to $1"
    if is_running && [ "$before" = "$1" ]; then
        printf '    it runs already\n'
        return 0
    fi
    ! is_refused "$1" "$before" ||
        stop "version $1 cannot use $CONFIG or the ledger in $DATA and says why above;" \
            "${before:-nothing} stays in use"
    if is_running || [ -n "$DRY" ]; then
        wait_until_free
    fi
    ! is_running || act systemctl stop cabinet.service
    if [ -n "$before" ] && [ "$before" != "$1" ]; then
        point previous "$before"
    fi
    point current "$1"
    put /etc/systemd/system/cabinet.service <"$(unit_of "$1")"
    systemctl_now daemon-reload
    systemctl_there enable cabinet.service
    systemctl_now restart cabinet.service ||
        stop "$1 does not start, and 'journalctl -u cabinet -b' says why;" \
            "back to the version before: sudo tools/install --rollback"
}

unit_of() {
    if [ -f "$ROOT$HOME_DIR/$1/cabinet.service" ]; then
        printf %s "$ROOT$HOME_DIR/$1/cabinet.service"
    else
        printf %s "$HERE/cabinet.service" # a dry run has laid nothing yet
    fi
}

roll_back() {
    previous=$(linked previous)
    [ -n "$previous" ] || stop "there is no version before this one in $HOME_DIR"
    is_whole "$previous" || stop "the files of $previous are not those of its manifest any more"
    switch_to "$previous"
    say "now $previous; the same command goes forward again"
}

# The running version and the one before it stay.
prune() {
    for folder in "$ROOT$HOME_DIR"/*/; do
        name=$(basename "$folder")
        [ -L "${folder%/}" ] || [ ! -d "$folder" ] || case "$name" in
        "$VERSION" | "$(linked current)" | "$(linked previous)") ;;
        *) act rm -rf "$ROOT$HOME_DIR/$name" ;;
        esac
    done
}
