// Choosing what to do: the lawful kinds in a list, what each leaves open, and the one step at the thumb.

import { icon, line, make, plain, word } from "./parts.js";

const every = (view) => view.kinds.flatMap((kind) => kind.offers.map((offer) => ({ ...offer, word: kind.word })));

// The offer that is chosen; a number to be named is the next step by itself where it comes first.
export function picked(state) {
  const offers = every(state.view);
  const chosen = offers.find((offer) => offer.key === state.chosen);
  const first = state.view.due && state.view.kinds[0]?.offers.length === 1 ? offers[0] : null;
  return chosen ?? (first?.asks === "number" ? first : null);
}

export function choices(state, deeds) {
  return state.view.kinds
    .map((kind) => ({ ...kind, offers: kind.offers.filter((offer) => !offer.passes) }))
    .filter((kind) => kind.offers.length)
    .map((kind) => row(kind, state, deeds));
}

function row(kind, state, deeds) {
  const { offers } = kind;
  const only = offers.length === 1 ? offers[0] : null;
  const open = state.open === kind.word;
  const chosen = offers.some((offer) => offer.key === picked(state)?.key);
  const click = () => deeds.see(only
    ? { chosen: only.key, value: start(only), open: open || !more(only) ? "" : kind.word }
    : { open: open ? "" : kind.word });
  return make("li", {},
    make(`button.row${chosen ? ".chosen" : ""}`, { id: `kind-${kind.offers[0].key}`, click, "aria-expanded": only && !more(only) ? null : String(open), "aria-pressed": only ? String(chosen) : null },
      make("span.who", {}, make("b", {}, kind.word), make("small", {}, only ? line(only.line) : word("of_them", { n: offers.length }))),
      icon("next")),
    open ? make("div.inside", {}, only ? within(only, state, deeds) : offers.map((offer) => choice(offer, state, deeds))) : null,
  );
}

function choice(offer, state, deeds) {
  const chosen = offer.key === picked(state)?.key;
  return [
    make(`button.choice${chosen ? ".chosen" : ""}`, {
      id: `offer-${offer.key}`, "aria-pressed": String(chosen), click: () => deeds.see({ chosen: offer.key, value: start(offer) }),
    }, line(offer.line.length ? offer.line : [{ text: word("chosen") }]), chosen ? icon("check") : null),
    chosen && more(offer) ? within(offer, state, deeds) : null,
  ];
}

// Does an offer leave more open than a number, which is chosen at the thumb?
const more = (offer) => offer.asks === "value" || offer.asks === "pieces";

const start = (offer) => ({ number: offer.least, value: 0, pieces: {} })[offer.asks] ?? null;

// What is chosen so far for what the offer leaves open.
const current = (offer, state) => (offer.key === state.chosen && state.value !== null ? state.value : start(offer));

function within(offer, state, deeds) {
  if (offer.asks === "value") return values(offer, state, deeds);
  const value = current(offer, state);
  const sum = Object.values(value).reduce((all, each) => all + each, 0);
  const key = offer.least === offer.most ? "exactly" : "so_many";
  return make("div.pieces", { role: "group", "aria-label": offer.word },
    make("p.note", {}, word(key, { least: offer.least, most: offer.most })),
    offer.portions.map((portion) => piece(portion, value, sum < offer.most, (count) =>
      deeds.see({ chosen: offer.key, value: { ...value, [portion.key]: count } }))),
  );
}

function values(offer, state, deeds) {
  const select = make("select", { id: "value", "aria-label": offer.word, change: () => deeds.see({ chosen: offer.key, value: Number(select.value) }) },
    offer.portions.map((portion) => make("option", { value: portion.key, selected: Number(portion.key) === current(offer, state) }, plain(portion.line))));
  return select;
}

function piece({ key, line: parts, count }, value, room, set) {
  const has = value[key] ?? 0;
  const name = plain(parts);
  return make("div.piece", {},
    make("span.words", {}, line(parts)),
    step(`less-${key}`, "minus", `${name}: ${word("less")}`, has > 0, () => set(has - 1)),
    make("output", { "aria-label": name }, String(has)),
    step(`more-${key}`, "plus", `${name}: ${word("more")}`, has < count && room, () => set(has + 1)),
  );
}

function step(id, drawing, label, open, click) {
  return make("button.step", { id, "aria-label": label, "aria-disabled": String(!open), click: () => open && click() }, icon(drawing));
}

// --- at the thumb ---

export function dock(state, deeds) {
  const { view } = state;
  if (!view.person) return [];
  const offer = picked(state);
  const passing = every(view).find((each) => each.passes);
  const pass = passing && make(`button${every(view).length > 1 ? "" : ".primary"}`, { id: "pass", "aria-disabled": String(state.sending), click: () => deeds.ask({ do: "offer", key: passing.key, chosen: null }) },
    make("b", {}, passing.word), passing.line.length ? make("small", {}, line(passing.line)) : null);
  if (!offer) return pass ? [make("span.pair", {}, pass)] : [];
  return [offer.asks === "number" ? stepper(offer, state, deeds) : null, make("span.pair", {}, pass, primary(offer, state, deeds))].filter(Boolean);
}

function primary(offer, state, deeds) {
  const value = current(offer, state);
  const sum = offer.asks === "pieces" ? Object.values(value).reduce((all, each) => all + each, 0) : 0;
  const ready = !state.sending && (offer.asks !== "pieces" || (sum >= offer.least && sum <= offer.most));
  const label = offer.asks === "number" ? `${offer.word} ${value}` : offer.word;
  return make("button.primary", { id: "do", "aria-disabled": String(!ready), click: () => ready && deeds.ask({ do: "offer", key: offer.key, chosen: value }) },
    make("b", {}, label), offer.line.length ? make("small", {}, line(offer.line)) : null);
}

function stepper(offer, state, deeds) {
  const value = current(offer, state);
  const set = (number) => deeds.see({ chosen: offer.key, value: Math.min(offer.most, Math.max(offer.least, number)) });
  return make("div.stepper", { role: "group", "aria-label": offer.word },
    step("minus", "minus", word("less"), value > offer.least, () => set(value - 1)),
    make("output", { "aria-live": "polite", id: "number" }, String(value)),
    step("plus", "plus", word("more"), value < offer.most, () => set(value + 1)),
  );
}
