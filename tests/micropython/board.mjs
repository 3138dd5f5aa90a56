// The official MicroPython (WebAssembly) as a sensor board: one JSON array a line in, one string a line out.
//   ["boot", 1]   ["step", 120, "0201…", "2048 2047 …"]   ["report"]
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [here, firmware] = process.argv.slice(2);
const python = await loadMicroPython({ heapsize: 256 * 1024 });
python.FS.mkdir("/flash");
python.FS.mkdir("/flash/pico");
for (const [from, to] of [[firmware, "/flash/pico"], [here, "/flash"]])
  for (const name of fs.readdirSync(from).filter((name) => name.endsWith(".py")))
    python.FS.writeFile(`${to}/${name}`, fs.readFileSync(path.join(from, name), "utf8"));
python.runPython("import sys; sys.path.append('/flash'); import board");
const board = python.globals.get("board");
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [call, ...values] = JSON.parse(line);
  process.stdout.write(`${board[call](...values) ?? ""}\n`);
}
