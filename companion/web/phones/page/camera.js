// The phone as camera: a picture is taken, what was found in it is drawn on it, corrected and handed in.

import { picture } from "./link.js";
import { disc, icon, line, make, plain, word } from "./parts.js";

const SVG = "http://www.w3.org/2000/svg";
const NOTHING = "999"; // stands for no piece among the choices
const WIDE = 1000; // of the drawing that lies over the picture

// --- taking it ---

// The row that takes a picture: the phone's own camera opens, no permission is needed.
export function taking(deeds, id = "take-picture", text = word("picture"), note = word("picture_note")) {
  const input = make("input.unseen", { id, type: "file", accept: "image/jpeg,image/png,image/webp", capture: "environment", change: () => {
    const file = input.files[0];
    input.value = "";
    if (file) deeds.photo(file);
  } });
  return make("label.row.taking", {}, input, icon("camera"), make("span.who", {}, make("b", {}, text), note ? make("small", {}, note) : null));
}

// Sends a picture and keeps what was found; `state.shot` is the picture on the screen.
export async function photo(file, state, deeds) {
  drop(state);
  const shot = { url: URL.createObjectURL(file), look: null, named: {} };
  state.shot = shot;
  deeds.see({});
  try {
    const look = await picture(file, state.language, () => deeds.tell(word("sending")));
    if (state.shot === shot) deeds.see({ shot: Object.assign(shot, { look }) });
  } catch (refused) {
    if (state.shot !== shot) return;
    drop(state);
    deeds.see({});
    deeds.tell(word({ 401: "ended", 413: "picture_large", 415: "picture_none" }[refused.status] ?? "busy"));
  }
}

// Let go of the picture.
export function drop(state) {
  if (state.shot) URL.revokeObjectURL(state.shot.url);
  state.shot = null;
}

// --- showing what was found ---

export function camera(state, deeds) {
  const { view, shot } = state;
  const close = () => {
    drop(state);
    deeds.see({});
  };
  const bar = [
    disc(view.person),
    make("span.who", {}, make("b", {}, view.person.name), make("small", {}, word("picture"))),
    make("button.menu", { id: "close-picture", "aria-label": word("close"), click: close }, icon("close")),
  ];
  const main = [make("h1.unseen", {}, word("picture")), stage(shot), ...rows(state, deeds)];
  return { seat: view.person.seat, bar, main, dock: dock(state, deeds) };
}

const isSure = (shot, piece, at) => String(at) in shot.named || piece.sure;

function counts(shot) {
  const pieces = shot.look?.pieces ?? [];
  const sure = pieces.filter((piece, at) => isSure(shot, piece, at)).length;
  return { n: pieces.length, sure, asked: pieces.length - sure };
}

function stage(shot) {
  const shown = make("img", { src: shot.url, alt: word("pieces") });
  const box = make("div.stage", {}, shown, shot.look ? marks(shot, shown) : null);
  return make("section.shot", { "aria-label": word("pieces") }, box, make("p.told", { role: "status", id: "found" }, told(shot)));
}

function told(shot) {
  if (!shot.look) return [icon("wait"), word("looking")];
  const { n, sure, asked } = counts(shot);
  if (!n || shot.look.note) return [icon(n ? "camera" : "lost"), shot.look.note];
  return asked ? [icon("camera"), word("some_read", { n, sure })] : [icon("check"), word("all_read", { n })];
}

function marks(shot, shown) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", "marks");
  drawn.setAttribute("aria-hidden", "true");
  const draw = () => {
    const high = (WIDE * shown.naturalHeight) / (shown.naturalWidth || 1);
    drawn.setAttribute("viewBox", `0 0 ${WIDE} ${high || WIDE}`);
    drawn.replaceChildren(...shot.look.pieces.flatMap((piece, at) => mark(piece, at, isSure(shot, piece, at), high)));
  };
  if (shown.complete) draw();
  shown.addEventListener("load", draw);
  return drawn;
}

// Corners where a piece is sure, a closed frame where it is asked about; its number as in the list below.
function mark(piece, at, sure, high) {
  const points = piece.corners.map(([x, y]) => [x * WIDE, y * high]);
  if (points.length < 3) return [];
  const corner = (each, n) => {
    const [before, after] = [points.at(n - 1), points[(n + 1) % points.length]];
    return `M${part(each, before)} L${each} L${part(each, after)}`;
  };
  const path = sure ? points.map(corner).join(" ") : `M${points.join(" L")} Z`;
  const size = Math.min(34, Math.max(18, (Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x))) / 5));
  const left = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const top = Math.max(size, Math.min(...points.map(([, y]) => y)) - size);
  return [svg("path", { d: path, class: sure ? "sure" : "asked" }),
    svg("circle", { cx: left, cy: top, r: size, class: "number" }),
    svg("text", { x: left, y: top + size * 0.42, "font-size": size * 1.2, class: sure ? "sure" : "asked" }, String(at + 1))];
}

const part = ([x, y], [towardsX, towardsY]) => [x + (towardsX - x) * 0.25, y + (towardsY - y) * 0.25];

function svg(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.textContent = text;
  return made;
}

// --- naming ---

function rows(state, deeds) {
  const { look } = state.shot;
  const { n, asked } = counts(state.shot);
  const lay = n && !asked ? null : make("div.lay", {}, disc(state.view.person), make("span.who", {}, make("h2", {}, word("side_by_side")), make("small", {}, word("not_kept"))));
  if (!look) return [lay];
  return [lay, look.meant.length ? meant(state, deeds) : null,
    n ? make("ol.found", {}, look.pieces.map((piece, at) => row(piece, at, state, deeds))) : null,
    n ? taking(deeds, "another-picture", word("another"), "") : null].filter(Boolean);
}

function row(piece, at, state, deeds) {
  const { shot } = state;
  const sure = isSure(shot, piece, at);
  const choices = shot.look.choices[piece.field];
  const order = [...piece.likely, ...[...choices.keys()].filter((each) => !piece.likely.includes(each))];
  const name = String(at) in shot.named ? shot.named[at] : piece.sure ? String(piece.likely[0] ?? "") : "";
  const select = make("select", { id: `piece-${at}`, "aria-label": `${word("piece", { n: at + 1 })}: ${sure ? "" : word("unsure")}`, change: () => {
    const named = { ...shot.named, [at]: select.value };
    if (select.value === "") delete named[at];
    deeds.see({ shot: Object.assign(shot, { named }) });
  } },
    sure && name ? null : make("option", { value: "", selected: name === "" }, sure ? plain(piece.line) : `${word("unsure")}: ${plain(piece.line)}`),
    order.map((each) => make("option", { value: String(each), selected: name === String(each) }, plain(choices[each]))),
    make("option", { value: NOTHING, selected: name === NOTHING }, word("no_piece")));
  const shown = String(at) in shot.named ? choices[shot.named[at]] : piece.line;
  return make(`li${sure ? "" : ".asked"}`, {}, make("b.number", { "aria-hidden": "true" }, String(at + 1)),
    make("span.words", { "aria-hidden": "true" }, shown ? line(shown) : word("no_piece")), select);
}

function meant(state, deeds) {
  const { look, named } = state.shot;
  const choose = (at) => deeds.see({ shot: Object.assign(state.shot, { named: { ...named, field: at } }) });
  return make("section.meant", { role: "group", "aria-label": word("meant") }, make("h2", {}, word("meant")),
    make("span.pair", {}, look.meant.map((text, at) =>
      make(`button${named.field === at ? ".chosen" : ""}`, { id: `meant-${at}`, "aria-pressed": String(named.field === at), click: () => choose(at) }, make("b", {}, text)))));
}

function dock(state, deeds) {
  const { shot } = state;
  const { n, sure, asked } = counts(shot);
  if (!shot.look) return [];
  if (!n) return [taking(deeds, "another-picture", word("another"), "")];
  const ready = !state.sending && (!shot.look.meant.length || shot.named.field !== undefined);
  const byHand = make("button", { id: "by-hand", click: () => document.querySelector("li.asked select, .found select").focus() },
    make("b", {}, word("by_hand")), make("small", {}, word("by_hand_note")));
  const use = make("button.primary", { id: "use-picture", "aria-disabled": String(!ready), click: () => ready && deeds.handIn() },
    make("b", {}, word("use")), make("small", {}, word("sure_asked", { sure, asked })));
  return [make("span.pair", {}, asked ? byHand : null, use)];
}

// What is sent of a picture: pieces by their places, and the field where that is open.
export function chosen(shot) {
  return Object.fromEntries(Object.entries(shot.named).map(([at, choice]) => [at, Number(choice)]));
}
