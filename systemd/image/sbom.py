"""Print what an image is made of, as CycloneDX: Debian's packages, and the program with its libraries.

    sbom.py PACKAGES LIBRARIES NAME VERSION

`PACKAGES` has a line for each package of Debian: name, version, architecture and source, with tabs between. `LIBRARIES`
is the folder of the installed Python packages. The same image gives the same text: its time is SOURCE_DATE_EPOCH, and
its number follows from its parts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

INDENT = 1


def debian(lines: Iterable[str]) -> Iterable[Component]:
    """Yield the packages of Debian."""
    for line in lines:
        name, version, architecture, source = line.split("\t")
        where = {"arch": architecture, "distro": "trixie"}
        yield _component(name, version, PackageURL("deb", "debian", name, version, where), f"Debian source {source}")


def python(libraries: Path) -> Iterable[Component]:
    """Yield the Python packages that are installed in a folder."""
    for one in distributions(path=[str(libraries)]):
        name = one.metadata["Name"]
        yield _component(
            name, one.version, PackageURL("pypi", None, name.lower(), one.version), one.metadata["Summary"]
        )


def _component(name: str, version: str, url: PackageURL, description: str) -> Component:
    return Component(name=name, version=version, purl=url, bom_ref=str(url), description=description)


def parts_list(name: str, version: str, parts: Iterable[Component], epoch_s: int) -> str:
    """Return the list as JSON. :raises ValueError: when CycloneDX's own library finds it invalid"""
    ordered = sorted(parts, key=lambda part: str(part.purl))
    bom = Bom(
        components=ordered,
        serial_number=uuid5(NAMESPACE_URL, "\n".join((name, version, *(str(part.purl) for part in ordered)))),
    )
    bom.metadata.timestamp = datetime.fromtimestamp(epoch_s, UTC)
    bom.metadata.component = Component(name=name, version=version, type=ComponentType.OPERATING_SYSTEM, bom_ref=name)
    bom.register_dependency(bom.metadata.component, ordered)
    text: str = JsonV1Dot6(bom).output_as_string(indent=INDENT)
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(f"The list of parts is invalid: {fault}")
    return text


def main(packages: str, libraries: str, name: str, version: str) -> None:
    """Print the list of an image."""
    lines = sorted(Path(packages).read_text(encoding="utf-8").splitlines())
    parts = (*debian(lines), *python(Path(libraries)))
    print(parts_list(name, version, parts, int(os.environ["SOURCE_DATE_EPOCH"])))


if __name__ == "__main__":
    main(*sys.argv[1:])
