#!/bin/sh
# The first program of a machine that is switched on only to lose its power again: without systemd,
# udev and a screen, which cost an emulated machine a minute each time. Program, user, groups, pins,
# coin line, disk and ledger are those of the whole system; what the program is started with stands
# in its unit. Its self-test compares its own files only: those of Python and the libraries, 200 MB,
# take as long as all the rest.
set -u
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
ours=/usr/local/lib/cabinato-vm
unit=/etc/systemd/system/cabinet.service
told() { sed -n "s/^$1=//p" $unit; }

mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=755 run /run
mount -t tmpfs -o mode=1777 tmp /tmp
for module in virtio_console virtio_rng xhci_pci ftdi_sio; do
    modprobe $module
done
sh $ours/pins.sh
mkdir -p /dev/virtio-ports
for port in /sys/class/virtio-ports/*; do
    ln -s "../${port##*/}" "/dev/virtio-ports/$(cat "$port/name")"
done
/usr/bin/python3 -u $ours/agent.py >/dev/ttyS0 2>&1 &

mount --bind $ours/cpuinfo /proc/cpuinfo
manifest=$(readlink -f /opt/cabinato/current)/MANIFEST.sha256
grep /site-packages/firmware/ "$manifest" >/run/manifest
mount --bind /run/manifest "$manifest"
mkdir -p /run/cabinato /run/cabinato-usb/stick
chown cabinet: /run/cabinato
until [ -c /dev/ttyUSB0 ]; do
    sleep 0.1
done
chgrp dialout /dev/ttyUSB0
chmod 660 /dev/ttyUSB0
cd /run/cabinato || exit
groups=$(told SupplementaryGroups | tr ' ' ,)
while true; do
    # shellcheck disable=SC2046
    setpriv --reuid=cabinet --regid=cabinet --groups="$groups" \
        env $(told Environment) CABINATO_DISPLAY=dummy SDL_VIDEODRIVER=dummy \
        SDL_VIDEO_DRIVER=dummy SDL_AUDIODRIVER=dummy \
        RUNTIME_DIRECTORY=/run/cabinato CACHE_DIRECTORY=/var/cache/cabinato \
        $(told ExecStart) </dev/null >/dev/ttyS0 2>&1
    sleep "$(told RestartSec)"
done
