#!/bin/sh
# In a Debian of this machine's own kind: what the arm64 one needs, by a compiler for it.
#   build_arm.sh fetch                 packages of arm64 that are taken apart, not installed
#   build_arm.sh unpack                sources and headers of its kernel, headers of its Python
#   build_arm.sh build VERSION         the module for that kernel, and the wheel of lgpio
set -eu
cd /making
case "$1" in
fetch)
    dpkg --add-architecture arm64
    apt-get -qq update
    kernel=$(apt-cache depends linux-image-arm64:arm64 |
        sed -n 's/.*Depends: \(linux-image-[^ :]*\).*/\1/p' | head -n 1)
    mkdir -p debs
    cd debs
    apt-get download -qq -o APT::Sandbox::User=root "$kernel:arm64" busybox-static:arm64 \
        libpython3.13-dev:arm64 "linux-headers-${kernel#linux-image-}:arm64"
    ;;
unpack)
    tar -xf /usr/src/linux-source-*.tar.xz --strip-components=1 --wildcards \
        '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/*.h' '*/kernel/irq/irq_sim.c' '*/kernel/irq/*.h'
    cp drivers/gpio/*.h kernel/irq/*.h .
    cp drivers/gpio/gpio-sim.c gpio-sim-core.c
    cp kernel/irq/irq_sim.c irq_sim.c
    # Of the same sources as our own: the programs that their scripts call are there.
    for deb in debs/linux-headers-*.deb debs/libpython*.deb; do
        dpkg-deb -x "$deb" /
    done
    ;;
build)
    mkdir -p out
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-core.o irq_sim.o\n' >Makefile
    make -C "/usr/src/linux-headers-$2" M="$PWD" ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- modules
    cp gpio-sim.ko out/
    # Without PYPI it would look for a library that Debian does not have.
    PYPI=1 _PYTHON_HOST_PLATFORM=linux-aarch64 CC=aarch64-linux-gnu-gcc \
        LDSHARED='aarch64-linux-gnu-gcc -shared' \
        SETUPTOOLS_EXT_SUFFIX=.cpython-313-aarch64-linux-gnu.so \
        python3 -m pip wheel --no-deps --no-build-isolation --no-binary lgpio \
        --wheel-dir out lgpio==0.2.2.0
    ;;
esac
