// The official MicroPython (WebAssembly) as a sensor board: one JSON array a line in, one string a line out.
//   ["become", "Raspberry Pi Pico2 with RP2350"]   ["boot", 1]   ["step", 120, "0201…", "2048 2047 …"]   ["report"]   ["run_main"]
// What the firmware itself prints is answered in hexadecimal.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [here, firmware] = process.argv.slice(2);
let printed = [];
const python = await loadMicroPython({
  heapsize: 256 * 1024,
  stdin: () => null, // nothing comes over this USB
  stdout: (bytes) => printed.push(...bytes),
  linebuffer: false,
});
python.FS.mkdir("/flash");
python.FS.mkdir("/flash/pico");
for (const [from, to] of [[firmware, "/flash/pico"], [here, "/flash"]])
  for (const name of fs.readdirSync(from).filter((name) => name.endsWith(".py")))
    python.FS.writeFile(`${to}/${name}`, fs.readFileSync(path.join(from, name), "utf8"));
python.runPython("import sys; sys.path.append('/flash'); import board");
const board = python.globals.get("board");
process.on("uncaughtException", (error) => {
  process.stderr.write(error.message); // without it, Node.js prints the whole interpreter
  process.exit(1);
});
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [call, ...values] = JSON.parse(line);
  const answer = board[call](...values) ?? Buffer.from(printed).toString("hex");
  process.stdout.write(`${answer}\n`);
  printed = [];
}
