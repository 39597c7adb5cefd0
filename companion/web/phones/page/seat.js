// A seat at the table: whose turn it is, what it has, what it may do and why not, and what was done.

import { taking } from "./camera.js";
import { choices, dock } from "./choose.js";
import { filming } from "./film.js";
import { disc, icon, line, make, plain, word } from "./parts.js";

export function seat(state, deeds) {
  const { view } = state;
  const main = [
    make("h1", {}, view.due ? make("span.yours", {}, word("your_turn")) : null, view.sentence),
    view.note && make("p.note", {}, view.note),
    view.challenged && make("p.card.warn", {}, icon("challenge"), word("challenged", { name: view.challenged })),
    view.question && question(view.question, state, deeds),
    view.stake && stake(view.stake),
    view.purse && purse(view.purse, state, deeds),
    ...view.piles.filter((each) => each.look !== "standing").map(pile),
    view.person && may(state, deeds),
    view.camera && taking(deeds),
    view.camera === "stream" && filming(state, deeds),
    ...view.piles.filter((each) => each.look === "standing").map(pile),
    make("h2", {}, word("seats")),
    make("ul.turns", {}, view.turns.map(turn)),
    make("h2", {}, word("history")),
    make("ol.history", { reversed: true }, view.history.map(historyLine)),
  ];
  return { seat: view.person?.seat, bar: bar(state, deeds), main: main.filter(Boolean), dock: dock(state, deeds) };
}

function bar({ view, linked }, deeds) {
  return [
    view.person ? disc(view.person) : make("span.where", {}, icon("table", "", "gold")),
    make("span.who", {}, make("b", {}, view.person?.name ?? word("watching")), make("small", {}, view.where)),
    make(`span.chip${linked ? "" : ".gone"}`, { role: "img", "aria-label": word(linked ? "linked" : "lost"), id: "link" },
      icon("phone"), icon(linked ? "check" : "lost")),
    make("button.menu", { id: "open-menu", "aria-label": word("menu"), click: deeds.menu }, icon("menu")),
  ];
}

// --- what the seat has ---

function purse({ heading, icon: drawing, amount }, state, deeds) {
  const covered = state.covered;
  return make("section.card.purse", { "aria-label": heading },
    make("span.figure", {},
      make("small", {}, heading),
      make("span.amount", { id: "purse" }, icon(drawing, "", "gold"), covered ? make("span.unseen", {}, word("covered")) : make("b", {}, amount)),
    ),
    make("button.cover", { id: "cover", "aria-pressed": String(covered), click: () => deeds.see({ covered: !covered }) },
      icon(covered ? "shown" : "hidden"), make("b", {}, word(covered ? "uncover" : "cover"))),
  );
}

function stake({ icon: drawing, title, note, things, bids }) {
  return make("section.card.stake", { "aria-label": title },
    make("span.lot", {}, icon(drawing, "", "large"), make("span.who", {}, make("b.name", {}, title), make("small", {}, note))),
    things.length ? make("span.words", {}, line(things)) : null,
    make("ul.bids", {}, bids.map(({ person, amount, word: does, leads }) =>
      make(`li${leads ? ".leads" : ""}`, {}, make("span.bidder", {}, disc(person), make("b.name", {}, person.name)), make("b.amount", {}, amount), make("small", {}, does)))),
  );
}

// A card's cargo stands above, then its figures, then where it is; what is at sea stands on the sea.
function card(parts) {
  const figures = parts.findIndex((part) => part.figure);
  const rest = parts.findLastIndex((part) => part.figure) + 1;
  const rows = figures < 0 ? [parts] : [parts.slice(0, figures), parts.slice(figures, rest), parts.slice(rest)];
  const away = figures >= 0 && rows[2].some((part) => part.icon);
  return make(`li${away ? ".away" : ""}`, {}, rows.filter((row) => row.length).map((row) => make("span.words", {}, line(row))));
}

function pile({ heading, items, look, note }) {
  const things = make(`ul.${look}`, {}, items.map((each) => (look === "cards" ? card(each) : make("li", {}, line(each)))));
  return make(look === "cards" ? "section.pile" : "section.card.pile", { "aria-label": heading }, make("small", {}, heading), things, note ? make("small.legend", {}, note) : null);
}

// --- what it may do ---

function may(state, deeds) {
  const { kinds, closed } = state.view;
  return make("section.may", {},
    make("h2", {}, word("may")),
    kinds.length || closed.length ? null : make("p.note", {}, word("nothing")),
    make("ul.kinds", {}, choices(state, deeds), closed.map(refused)),
  );
}

function refused({ key, word: kind, things, reason, sentence, places }) {
  return make("li", {},
    make("details", { id: `why-${key}` },
      make("summary.row.closed", { id: `ask-${key}` },
        make("span.who", {}, make("b", {}, kind), make("span.words", {}, things.map((each) => make("span.words", {}, line(each)))), make("small", {}, reason)),
        icon("rule", word("in_print"), "sea")),
      make("p.why", {}, sentence),
      make("p.why.places", {}, places.join(" · ")),
    ),
  );
}

function question({ key, asks, why, readings, pictured, caution }, state, deeds) {
  const answer = (chosen) => deeds.ask({ do: "answer", key, chosen });
  return make("section.question", { "aria-label": asks },
    make("h2", {}, asks),
    pictured ? doubted(key, caution, state) : null,
    readings.map(([at, words, share]) =>
      make("button.reading", { id: `reading-${at}`, click: () => answer(Number(at)) },
        make("b.name", {}, words), make("meter", { min: 0, max: 100, value: share, "aria-hidden": "true" }), make("span.share", {}, `${share} %`))),
    make("span.pair", {},
      make("button", { id: "neither", click: () => answer(null) }, make("b", {}, word("neither"))),
      make("button", { id: "again", click: () => deeds.ask({ do: "look", key }) }, make("b", {}, word("again")))),
    why && make("p.card.sea", {}, why),
  );
}

// The picture stays the same however often the page is drawn; where the camera has lost it, there is none.
function doubted(key, caution, state) {
  if (state.doubt?.key !== key) {
    const shown = make("img", { src: `/api/doubt?key=${key}`, alt: word("doubted"), error: () => shown.remove() });
    state.doubt = { key, shown };
  }
  return make("div.doubted", {}, state.doubt.shown, caution ? make("small.caution", {}, icon("camera"), caution) : null);
}

// --- the table and what was done ---

function turn({ person, word: does, note, state }) {
  return make(`li.${state}`, {}, disc(person), make("span.who", {}, make("b.name", {}, person.name), make("small", {}, [does, note].filter(Boolean).join(" · "))));
}

function historyLine({ number, person, line: parts, note, struck }) {
  const spoken = [person?.name, plain(parts), struck ? word("struck") : "", note].filter(Boolean).join(" ");
  return make(`li${struck ? ".struck" : ""}`, { value: number },
    make("span.unseen", {}, spoken),
    make("span.shown", { "aria-hidden": "true" }, person ? disc(person) : make("span.disc.none"), make("span.words", {}, line(parts)), make("small", {}, String(number))),
  );
}
