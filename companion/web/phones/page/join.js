// Choosing a seat: the seats of the table, and the three goods that must be the same on phone and tablet.

import { disc, icon, make, word } from "./parts.js";

export function joining(state, deeds) {
  const { table } = state;
  const main = [make("h1", {}, word("which")), make("p.note", {}, word("alone"))];
  if (state.trouble) main.push(make("p.card.warn", {}, state.trouble));
  else if (table && !table.seats.length) main.push(make("p.card.warn", {}, word("no_game")));
  if (table && !state.trouble) main.push(make("ul.seats", {}, table.seats.map((each) => seatRow(each, state, deeds))));
  const person = table?.seats.find((each) => each.person.seat === state.wanted)?.person;
  if (state.goods && person) main.push(sameGoods(state.goods, person));
  return { seat: person?.seat, bar: bar(table), main, dock: dock(state, deeds, person) };
}

function bar(table) {
  return [
    make("span.where", {}, icon("table", "", "gold")),
    make("span.who", {}, make("b", {}, word("table")), make("small", {}, table?.game ?? "")),
  ];
}

function seatRow({ person, state: kind }, state, deeds) {
  const chosen = person.seat === state.wanted;
  const free = kind === "free" || chosen;
  const note = chosen ? word("free") : word(kind);
  return make("li", {},
    make(`button.seat${chosen ? ".chosen" : ""}`, {
      id: `seat-of-${person.seat}`, "aria-pressed": String(chosen), "aria-disabled": String(!free),
      click: () => free && !chosen && deeds.want(person.seat),
    },
      disc(person),
      make("span.who", {}, make("b.name", {}, person.name), make("small", {}, note)),
      chosen ? make("span.tag", {}, word("chosen")) : free ? null : icon("phone"),
    ),
  );
}

function sameGoods(goods, person) {
  return make("section.card.sea", { "aria-live": "polite" },
    make("p.strong", {}, word("same")),
    make("p", {}, word("side", { name: person.name })),
    make("ul.goods", {}, goods.map((good) => make("li", {}, icon(`good-${good}`, word(good), "large")))),
  );
}

function dock(state, deeds, person) {
  const watch = make("button.quiet", { id: "watch", click: deeds.watch }, word("watch"));
  if (!state.table?.seats.length || state.trouble) return [];
  if (!state.goods || !person) return [watch];
  const yes = state.agreed
    ? make("p.waiting", { role: "status" }, icon("wait"), word("now_table"))
    : make("button.primary", { id: "agree", click: deeds.agree }, make("b", {}, word("yes", { name: person.name })));
  return [yes, watch];
}
