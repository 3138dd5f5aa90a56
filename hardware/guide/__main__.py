"""`make wiring`: write the papers' pictures, tables, bill of materials and netlists."""

from pathlib import Path

from hardware import build
from hardware.build.nets import CIRCUITS, kicad_netlist
from hardware.build.parts import PARTS, bill_csv
from hardware.guide import PAPERS, PICTURES, picture_file
from hardware.guide.tables import renew

for name, drawn in PICTURES.items():
    picture_file(name).write_text(drawn().svg(), encoding="utf-8")
for paper in PAPERS:
    paper.write_text(renew(paper.read_text(encoding="utf-8")), encoding="utf-8")
folder = Path(build.__file__).parent
(folder / "bill.csv").write_text(bill_csv(), encoding="utf-8")
for name, circuit in CIRCUITS.items():
    netlist = kicad_netlist(circuit(), {key: part.number for key, part in PARTS.items()})
    (folder / f"{name}.net").write_text(netlist, encoding="utf-8")
