#!/bin/sh
# In the guest: a chip with the wires of a Raspberry Pi's header, before the cabinet starts.
# Open contacts are high, as the Pi's pull-ups make them; the door is shut.
set -eu
modprobe configfs
insmod /usr/local/lib/cabinato-vm/gpio-sim.ko
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/header
mkdir -p $chip/bank0
echo 54 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
for wire in /sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio*; do
    case "$wire" in
    *_gpio7) echo pull-down >"$wire/pull" ;;
    *) echo pull-up >"$wire/pull" ;;
    esac
done
chgrp gpio /dev/gpiochip*
chmod 660 /dev/gpiochip*
