"""Each Debian package that messages, papers and scripts name is there in each release that they are meant for."""

import ast
import re
import shlex

import pytest
from places import PROJECT

IN_DEBIAN = frozenset(
    """
    alsa-utils binfmt-support busybox-static chromium cpio dbus debootstrap device-tree-compiler dosfstools
    e2fsprogs espeak-ng faketime git kmod libdrm2 libegl1 libgbm1 libgl1-mesa-dri libgles2 linux-image-amd64
    linux-image-arm64 make npm pipx python3 python3-venv qemu-guest-agent qemu-system-arm qemu-system-x86
    qemu-user-static shellcheck strace systemd systemd-sysv udev
    """.split()  # noqa: SIM905 - a table
)
"""Packages of Debian 12 and of Debian 13, on amd64 and on arm64, and so of Raspberry Pi OS (apt-cache, 28 November
2026)."""

ELSEWHERE = {".venv", "node_modules", "build", ".git"}
TEXTS = sorted(
    path
    for top in PROJECT.iterdir()
    if top.name not in ELSEWHERE
    for path in (top.rglob("*") if top.is_dir() else (top,))
    if path.suffix in {".md", ".py", ".po", ".sh", ".toml", ".yml"} or path.name in {"install", "Makefile"}
    if not ELSEWHERE & {*path.relative_to(PROJECT).parts}
)
COMMAND = re.compile(r"\bapt(?:-get)?\s+(?:-\S+ )*install\s+(?:-\S+ )*([a-z0-9][a-z0-9+.-]+(?: [a-z0-9+.-]+)*)")


def unbroken(text: str) -> str:
    """A text of a program or a catalogue with the strings joined that stand on several lines."""
    return re.sub(r'"\s*\n\s*f?"', "", text)


def named() -> list[tuple[str, str]]:
    """Each package in a command of apt, and the file."""
    texts = ((path, unbroken(path.read_text(encoding="utf-8"))) for path in TEXTS)
    return [
        (package, str(path.relative_to(PROJECT)))
        for path, text in texts
        for found in COMMAND.finditer(text)
        for package in found[1].split()
    ]


def test_every_package_that_somebody_is_told_to_install_is_in_each_debian() -> None:
    """Raspberry Pi OS has them too."""
    found = named()
    assert len(found) > 30
    unknown = {(package, file) for package, file in found if package not in IN_DEBIAN}
    assert unknown == set()


def words_of(file: str, name: str) -> set[str]:
    """The words of a shell variable."""
    (text,) = re.findall(rf"^{name}=(.*?)(?:   #.*)?$", (PROJECT / file).read_text(encoding="utf-8"), re.MULTILINE)
    return {word for part in shlex.split(text) for word in part.split()}


def test_the_installer_needs_only_packages_that_each_debian_has() -> None:
    """It gives up without one."""
    assert words_of("systemd/parts/system.sh", "PACKAGES") <= IN_DEBIAN


@pytest.mark.parametrize("kind", ["boot", "kernel"])
def test_the_emulated_computers_are_made_of_packages_that_each_debian_has(kind: str) -> None:
    """What they have installed, and the programs that making them takes."""
    code = ast.parse((PROJECT / f"tests/{kind}/image.py").read_text(encoding="utf-8"))
    values = {
        target.id: node.value
        for node in code.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    texts = {part.value for part in ast.walk(values["PACKAGES"]) if isinstance(part, ast.Constant)}
    assert isinstance(values["TOOLS"], ast.Dict)
    texts |= {part.value for part in values["TOOLS"].values if isinstance(part, ast.Constant)}
    assert len(texts) > 8
    assert texts - IN_DEBIAN == set()
