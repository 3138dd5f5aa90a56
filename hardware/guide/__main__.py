"""`make wiring`: write the guide's pictures and update its tables."""

from hardware.guide import GUIDE, PICTURES, picture_file
from hardware.guide.tables import renewed

for name, drawn in PICTURES.items():
    picture_file(name).write_text(drawn().svg(), encoding="utf-8")
GUIDE.write_text(renewed(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
