"""The first file system of an emulated computer's kernel: a shell that mounts the disk of the system.

Why not the one that Debian's own scripts make: it takes them half an hour where each of their programs is emulated.
"""

from __future__ import annotations

import lzma
import shutil
import subprocess
from pathlib import Path

from disks import STEP_S

TOOLS = {"depmod": "kmod", "cpio": "cpio"}
"""The programs that are needed, and the Debian package of each."""
PACKAGE = "busybox-static"
"""What the system must have installed."""
MODULES = ("virtio_pci", "virtio_blk", "ext4", "crc32c_generic")
"""The modules that find and mount the disk."""

INIT = """#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in {modules}; do /bin/busybox insmod /modules/$module; done
while [ ! -b /dev/vda ]; do /bin/busybox sleep 0.1; done
mode=ro
for word in $(/bin/busybox cat /proc/cmdline); do [ "$word" != rw ] || mode=rw; done
/bin/busybox mount -t ext4 -o $mode /dev/vda /root
for place in proc sys dev; do /bin/busybox mount --move /$place /root/$place; done
exec /bin/busybox switch_root /root /sbin/init
"""
"""The kernel's command line says whether the system may be written."""


def write_initrd(tree: Path, initrd: Path) -> Path:
    """Write the first file system for the kernel of this system, and return that kernel."""
    kernel = next((tree / "boot").glob("vmlinuz-*"))
    release = kernel.name.removeprefix("vmlinuz-")
    subprocess.run(("depmod", "-b", tree, release), check=True, timeout=STEP_S)
    inside = initrd.with_suffix(".tree")
    shutil.rmtree(inside, ignore_errors=True)
    for name in ("bin", "dev", "proc", "sys", "root", "modules"):
        (inside / name).mkdir(parents=True)
    shutil.copy(tree / "bin/busybox", inside / "bin")
    modules = _in_order(tree / "lib/modules" / release)
    for module in modules:
        packed = module.read_bytes()
        name = module.name.removesuffix(".xz")
        (inside / "modules" / name).write_bytes(lzma.decompress(packed) if module.suffix == ".xz" else packed)
    init = inside / "init"
    init.write_text(INIT.format(modules=" ".join(module.name.removesuffix(".xz") for module in modules)))
    init.chmod(0o755)
    names = "\n".join(str(path.relative_to(inside)) for path in sorted(inside.rglob("*")))
    with initrd.open("wb") as written:
        archive = "cpio", "--create", "--quiet", "--format=newc"
        subprocess.run(archive, cwd=inside, input=names.encode(), stdout=written, check=True, timeout=STEP_S)
    shutil.rmtree(inside)
    return kernel


def _in_order(modules: Path) -> list[Path]:
    """The files of `MODULES`, each after those that it needs."""
    needs = dict(line.split(":") for line in (modules / "modules.dep").read_text().splitlines())
    ordered: list[str] = []
    for file, others in needs.items():
        if Path(file).name.split(".")[0] in MODULES:
            ordered += [name for name in (*reversed(others.split()), file) if name not in ordered]
    return [modules / name for name in ordered]
