"use strict";
// Shows what the referee shows this seat, and sends what is touched. It decides nothing about the game.
// Why the words for a lost radio are here: then nobody can be asked. All other words come from the referee.
const SAYS = {
  fr: { language: "Français", title: "L’arbitre des pyramides", code: "Code", ask: "Sur l’appareil, Réglages puis Téléphones affiche un code.", join: "Prendre place", look: "Apparence", wrong: "Ce code n’ouvre rien.", often: "Trop d’essais : attendez un peu.", away: "Recherche de l’appareil…", lost: "Non envoyé. Réessayez.", stale: "La question a changé.", busy: "L’appareil est occupé : un instant.", refused: "Impossible maintenant.", has: "Ce téléphone a déjà une place : celle qu’il affiche. La quitter pour la nouvelle ?", take: "Prendre la nouvelle", stay: "Garder celle-ci", auto: "automatique", night: "nuit", day: "jour", contrast: "contraste élevé", normal: "A", large: "A+", huge: "A++", zoom1: "plan 1×", zoom2: "plan 1,6×", zoom3: "plan 2,4×" },
  en: { language: "English", title: "Pyramid Referee", code: "Code", ask: "Settings, Phones on the device shows a code.", join: "Take a seat", look: "Appearance", wrong: "This code opens nothing.", often: "Too many tries: wait a little.", away: "Looking for the device…", lost: "Not sent. Try again.", stale: "Something else is asked now.", busy: "The device is busy: one moment.", refused: "That is not possible now.", has: "This phone has a seat already: the one below. Give it up for the new one?", take: "Take the new seat", stay: "Keep this seat", auto: "automatic", night: "night", day: "day", contrast: "high contrast", normal: "A", large: "A+", huge: "A++", zoom1: "map 1×", zoom2: "map 1.6×", zoom3: "map 2.4×" },
  de: { language: "Deutsch", title: "Pyramiden-Schiri", code: "Code", ask: "Am Gerät zeigt Einstellungen, Handys einen Code.", join: "Platz nehmen", look: "Aussehen", wrong: "Dieser Code öffnet nichts.", often: "Zu viele Versuche: kurz warten.", away: "Das Gerät wird gesucht …", lost: "Nicht gesendet. Noch einmal.", stale: "Jetzt ist etwas anderes gefragt.", busy: "Das Gerät ist beschäftigt: einen Moment.", refused: "Das geht jetzt nicht.", has: "Dieses Handy hat schon einen Platz: den hier unten. Soll es ihn für den neuen hergeben?", take: "Neuen Platz nehmen", stay: "Diesen behalten", auto: "automatisch", night: "Nacht", day: "Tag", contrast: "hoher Kontrast", normal: "A", large: "A+", huge: "A++", zoom1: "Karte 1×", zoom2: "Karte 1,6×", zoom3: "Karte 2,4×" },
};
const EARLY_MS = 400, WATCHDOG_MS = 8000, TRIES = 8;
const $ = (id) => document.getElementById(id), HEADERS = { "X-Screens": "1", "Content-Type": "application/json" }, root = document.documentElement;
const kept = (name, other) => { try { return localStorage.getItem(name) ?? other; } catch { return other; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private: it holds until the page is closed */ } };
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");  // randomUUID wants TLS
let language = kept("language", navigator.language.slice(0, 2));
if (!(language in SAYS)) language = "en";
const say = (word) => SAYS[language][word];
let source, page = "", own = null, isSending = false, heardAt = 0, changedAt = 0, beganAt = 0;

// --- what is shown
function morph(old, made) {  // keeps the elements on which a reader or a finger stands
  if (old.nodeName !== made.nodeName || old.id !== made.id) return old.replaceWith(made);
  if (old.nodeType !== 1) { if (old.data !== made.data) old.data = made.data; return; }
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const was = [...old.childNodes], now = [...made.childNodes];
  now.forEach((child, at) => (was[at] ? morph(was[at], child) : old.append(child)));
  was.slice(now.length).forEach((child) => child.remove());
}
function show(event) {
  const view = JSON.parse(event.data), focused = document.activeElement?.id, made = document.createElement("main"), was = $("page");
  heardAt = Date.now();
  page = event.lastEventId; own = view.own;
  if (!isSending) changedAt = performance.now();  // not what this finger did: what lies below it is another thing now
  made.id = "page"; made.innerHTML = view.html;  // written by the referee, which escapes every name
  if (was.querySelector(".q")?.textContent !== made.querySelector(".q")?.textContent) { made.className = "came"; scrollTo(0, 0); was.className = ""; void was.offsetWidth; }
  morph(was, made);
  root.dataset.world = view.world; root.lang = view.language;
  if (view.language !== language) { language = view.language; speak(); }
  if (focused) $(focused)?.focus({ preventScroll: true });
  if (view.said) $("said").textContent = view.said;
  $("pair").hidden = true; $("look").hidden = false; tell("");
  showOwn();
}
const tell = (text) => { if ($("net").textContent !== text) $("net").textContent = text; };
function speak() {
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  const groups = { theme: ["auto", "night", "day", "contrast"], size: ["normal", "large", "huge"], zoom: ["zoom1", "zoom2", "zoom3"], language: Object.keys(SAYS) };
  for (const [name, values] of Object.entries(groups)) document.querySelector(`[data-set="${name}"]`).replaceChildren(...values.map((value) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: SAYS[value]?.language ?? say(value) });
    button.dataset.choose = `${name} ${value}`;
    button.setAttribute("aria-pressed", String(value === (name === "language" ? language : kept(name, values[0]))));
    return button;
  }));
  root.lang = language;
}
function dress() {
  const theme = kept("theme", "auto"), wants = (query) => matchMedia(query).matches;
  root.dataset.theme = theme !== "auto" ? theme : wants("(prefers-contrast: more)") ? "contrast" : wants("(prefers-color-scheme: light)") ? "day" : "night";
  root.dataset.size = kept("size", "normal");
  document.body.className = kept("zoom", "zoom1");
}
for (const query of ["(prefers-contrast: more)", "(prefers-color-scheme: light)"]) matchMedia(query).addEventListener("change", dress);

// --- the stream of pages
function connect() {
  source?.close();
  const here = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 16);
  source = new EventSource(`/events?lang=${language}&now=${here}`);
  heardAt = Date.now();
  source.addEventListener("view", show);
  source.addEventListener("beat", () => { heardAt = Date.now(); tell(""); });
  source.addEventListener("gone", leave);
  source.onopen = () => { heardAt = Date.now(); };
  source.onerror = () => { tell(say("away")); if (source.readyState === EventSource.CLOSED) again(); };
}
const later = () => setTimeout(connect, 1500);
const asked = () => fetch("/press", { method: "POST", headers: HEADERS, body: JSON.stringify({ key: random(), page: "", touched: [] }) })  // have I a seat?
  .then(({ status }) => status, () => 0);
const again = async () => ((await asked()) === 403 ? leave() : later());
function empty() {  // nothing of a seat stays on a page that one leaves, nor in the back/forward cache
  source?.close();
  for (const part of [$("page"), $("said"), ...$("own").querySelectorAll(".hand, .pick")]) part.replaceChildren();
  $("own").hidden = true;
}
function leave() {
  empty();
  page = ""; own = null; $("pair").hidden = false; $("look").hidden = false; root.dataset.world = "home"; tell("");
}

// --- what is touched
async function press(touched) {  // the same key until there is an answer: it is played once
  if (isSending) return 0;
  isSending = true; $("page").setAttribute("aria-busy", "true");
  const body = JSON.stringify({ key: random(), page, touched });
  let status = 0, why = "";
  for (let tries = 0; tries < TRIES && [0, 429, 503].includes(status); tries++) {
    if (tries) await new Promise((go) => setTimeout(go, Math.min(3000, 250 * 2 ** tries)));
    status = await fetch("/press", { method: "POST", headers: HEADERS, body, signal: AbortSignal.timeout(4000) })
      .then(async (answer) => { why = (await answer.json().catch(() => null))?.why ?? ""; return answer.status; }, () => 0);
    if (!status) tell(say("away"));
  }
  isSending = false; $("page").removeAttribute("aria-busy");
  tell({ 0: say("lost"), 400: say("refused"), 409: say("stale"), 423: say("busy"), 429: say("often"), 503: say("away") }[status] ?? "");
  if (status === 422 && why) $("said").textContent = why;
  if (status === 403) leave();
  if (status === 409 || !status) connect();
  return status;
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { beganAt = performance.now(); }, true);
document.addEventListener("keydown", (event) => {
  const place = event.target.closest?.("[role=button]");
  if (place && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); place.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
});
document.addEventListener("click", ({ target }) => {
  const touched = target.closest("[data-t]"), { choose, own: act, kind, then, at } = target.closest("button")?.dataset ?? {};
  if (touched && beganAt - changedAt > EARLY_MS) press([touched.dataset.t]);
  if (choose) { const [name, value] = choose.split(" "); keep(name, value); dress(); if (name === "language") { language = value; if (page) connect(); } speak(); }
  if (act || kind || at) note(act, kind, then, Number(at));
});

// --- what only this phone knows: it never leaves it but by "reveal"
const place = () => `own ${own.game} ${own.form} ${own.hand}`;
const noted = () => { try { return JSON.parse(kept(place(), "[]")).filter(([kind]) => !own.done.includes(kind)).slice(0, own.most); } catch { return []; } };
const write = (things) => { keep(place(), JSON.stringify(things)); showOwn(); };
function element(tag, data, ...children) { const made = document.createElement(tag); Object.assign(made.dataset, data); if (tag === "button") made.type = "button"; made.append(...children); return made; }
function pictured(...things) {
  const shown = document.createElement("span"); shown.className = "p";
  for (const icon of things.flatMap((thing) => thing.i)) { const made = document.createElementNS("http://www.w3.org/2000/svg", "svg"), used = document.createElementNS("http://www.w3.org/2000/svg", "use"); made.setAttribute("class", "i"); made.setAttribute("aria-hidden", "true"); used.setAttribute("href", `/icons.svg#${icon}`); made.append(used); shown.append(made); }
  return shown;
}
function thing(data, name, ...parts) { const made = element("button", data, ...parts.map((part) => (part.i.length ? pictured(part) : ""))); made.setAttribute("aria-label", name); if (parts.every((part) => !part.i.length)) made.append(name); for (const { s } of parts) if (s) made.append(s); return made; }
function showOwn() {
  if (($("own").hidden = !own || !own.most)) return;
  const things = noted(), byName = (list, t) => list.find((one) => one.t === t), open = own.most - things.length;
  $("own-h").textContent = own.title;
  const cards = things.map(([kind, middle], index) => { const parts = [byName(own.middles, middle), byName(own.kinds, kind)].filter(Boolean); return thing({ at: index }, `${own.remove} ${parts.map((part) => part.n).join(", ")}`, ...parts); });
  if (open > 0) { const add = element("button", { own: "add" }, "+"); add.className = "add"; add.setAttribute("aria-label", own.add); cards.push(add); }
  $("own").querySelector(".hand").replaceChildren(...cards.map((card) => { const line = document.createElement("li"); line.append(card); return line; }));
  $("own").querySelector(".pick").replaceChildren();
  const reveal = $("own").querySelector("[data-own=reveal]");
  reveal.textContent = own.reveal; reveal.hidden = !own.wanted || things.length !== own.wanted;
}
function revealed(things) {  // the touches of the hand's own page, all at once; guardians and amulets come first
  const told = own.awakened ? things.filter(([, middle]) => middle !== own.middles[0].t) : [], rest = things.filter((one) => !told.includes(one));
  const middles = told.flatMap(([, middle], index) => (index ? ["another middle", middle] : [middle]));
  return [...(own.awakened && !told.length ? [own.middles[0].t] : middles), ...[...told, ...rest].map(([kind]) => kind)];
}
async function note(act, kind, then, at) {
  const pick = $("own").querySelector(".pick"), things = noted();
  if (act === "add") pick.replaceChildren(...own.kinds.filter((one) => own.form === "cards" || !things.some(([known]) => known === one.t)).map((one) => thing({ kind: one.t }, one.n, one)));
  else if (kind && own.middles.length && !then) pick.replaceChildren(...own.middles.map((one) => thing({ kind, then: one.t }, one.n, one)));
  else if (kind) write([...things, [kind, then ?? ""]]);
  else if (act === "reveal") press(revealed(things));  // the next hand is another place
  else if (at >= 0) write(things.filter((_, index) => index !== at));
  pick.querySelector("button")?.focus();
}

// --- taking a seat, sleep and wake
async function pair(code) {
  const status = await fetch("/pair", { method: "POST", headers: HEADERS, body: JSON.stringify({ code }) }).then((answer) => answer.status, () => 0);
  if (status === 204) return connect();
  if (!page) leave();
  tell({ 403: say("wrong"), 429: say("often") }[status] ?? say("lost"));
}
async function arrive(code) {  // one browser is one phone: whoever scans another seat's code is asked before they lose their own
  const status = await asked();
  if (status === 403) return pair(code);
  connect();
  if (status !== 409) return;
  $("has").hidden = false;
  $("has").addEventListener("click", ({ target }) => { if (target.closest("button")) $("has").hidden = true; if (target.closest("[data-say=take]")) pair(code); });
}
$("pair").addEventListener("submit", (event) => { event.preventDefault(); pair(event.target.code.value.trim().toUpperCase()); });
const wake = () => { if (!document.hidden && $("pair").hidden) connect(); };
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("pagehide", empty);
setInterval(() => { if (!document.hidden && $("pair").hidden && Date.now() - heardAt > WATCHDOG_MS) connect(); }, 1000);
dress(); speak();
const code = location.hash.slice(1);
history.replaceState(null, "", "/");  // a code stays in no history
if (code) arrive(code); else connect();
