#!/bin/sh
# In a Debian with compilers: the module of simulated wires, and lgpio for its Python.
#   build.sh unpack            the kernel's sources of it
#   build.sh build VERSION     the module for that kernel, and the wheel
set -eu
cd /making
case "$1" in
unpack)
    tar -xf /usr/src/linux-source-*.tar.xz --strip-components=1 --wildcards \
        '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/*.h' '*/kernel/irq/irq_sim.c' '*/kernel/irq/*.h'
    cp drivers/gpio/*.h kernel/irq/*.h .
    cp drivers/gpio/gpio-sim.c gpio-sim-core.c
    cp kernel/irq/irq_sim.c irq_sim.c
    ;;
build)
    mkdir -p out
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-core.o irq_sim.o\n' >Makefile
    make -C "/usr/src/linux-headers-$2" M="$PWD" modules
    cp gpio-sim.ko out/
    # Without PYPI it would look for a library that Debian does not have.
    PYPI=1 python3 -m pip wheel --no-deps --no-build-isolation --no-binary lgpio \
        --wheel-dir out lgpio==0.2.2.0
    ;;
esac
