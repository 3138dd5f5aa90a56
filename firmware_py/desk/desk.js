"use strict";
// Shows the desk's pictures, and tells it what mouse and keyboard do. It decides nothing.
const desk = document.getElementById("desk"), phone = document.getElementById("phone");
const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "Backspace"];
let number = 0, held = 0, moved = 0;
async function look() {
  for (;;) {
    try {
      const answer = await fetch(`/picture?${number}`);
      if (Number(answer.headers.get("x-number")) !== number) {
        number = Number(answer.headers.get("x-number"));
        const before = desk.src;
        desk.src = URL.createObjectURL(await answer.blob());
        URL.revokeObjectURL(before);
        const link = answer.headers.get("x-phone");
        phone.replaceChildren(...(link ? [Object.assign(document.createElement("a"), { href: link, target: "_blank", rel: "noopener", textContent: link })] : []));
      }
    } catch { await new Promise((go) => setTimeout(go, 1000)); }
  }
}
const tell = (event) => fetch("/event", { method: "POST", headers: { "X-Desk": "1" }, body: JSON.stringify(event) }).catch(() => 0);
function point(event) {
  const box = desk.getBoundingClientRect();
  const { naturalWidth: width, naturalHeight: height } = desk, scale = Math.min(box.width / width, box.height / height);  // it lies in the middle of its box
  const at = (from, begins, drawn, room) => Math.round((from - begins - (room - drawn * scale) / 2) / scale);
  return { x: at(event.clientX, box.left, width, box.width), y: at(event.clientY, box.top, height, box.height) };
}
desk.addEventListener("pointerdown", (event) => { event.preventDefault(); desk.setPointerCapture(event.pointerId); held = event.button === 2 ? 3 : 1; tell({ kind: "down", button: held, ...point(event) }); });
desk.addEventListener("pointerup", (event) => { if (held) tell({ kind: "up", button: held, ...point(event) }); held = 0; });
desk.addEventListener("pointermove", (event) => { if (held && event.timeStamp - moved > 30) { moved = event.timeStamp; tell({ kind: "move", button: held, ...point(event) }); } });
desk.addEventListener("contextmenu", (event) => event.preventDefault());
for (const kind of ["keydown", "keyup"]) addEventListener(kind, (event) => { if (KEYS.includes(event.key) && !event.repeat) { event.preventDefault(); tell({ kind, key: event.key }); } });
addEventListener("blur", () => { held = 0; tell({ kind: "away" }); });
look();
