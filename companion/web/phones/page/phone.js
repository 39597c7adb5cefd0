// The page of one phone: it joins a seat, then shows what the table tells about it, whatever the network does.

import { act, get, Live, newId, pause, post, Refused } from "./link.js";
import { camera, chosen, drop, photo } from "./camera.js";
import { end } from "./film.js";
import { joining } from "./join.js";
import { loadIcons, loadWords, texts, word } from "./parts.js";
import { menu } from "./menu.js";
import { seat } from "./seat.js";

const AGAIN = 1500; // ms between two looks at a table at which nobody has joined yet
const $ = (id) => document.getElementById(id);

// What the phone knows, and what its person has chosen and not yet done.
const state = {
  view: null, linked: true, covered: false, open: "", chosen: "", value: null, sending: false,
  table: null, wanted: "", goods: null, agreed: false, trouble: "", language: "", shot: null, film: null, doubt: null,
};

const live = new Live({
  seen: (view) => {
    if (view.number !== state.view?.number) Object.assign(state, { chosen: "", value: null });
    state.view = view;
    say(view);
    show();
  },
  linked: (linked) => {
    if (state.linked === linked) return;
    state.linked = linked;
    show();
  },
  ended: () => {
    if (state.view) tell(word("ended"));
    drop(state);
    end(state);
    Object.assign(state, { view: null, goods: null, wanted: "" });
    show();
    join();
  },
});

// What a screen reader is told when the table has gone on.
function say(view) {
  const told = [view.due ? word("your_turn") : "", view.sentence, view.note].filter(Boolean).join(". ");
  if ($("told").textContent !== told) $("told").textContent = told;
}

// A message that stays until it is closed, a tap is made or another one comes.
function tell(text, places = []) {
  const box = $("message");
  box.hidden = !text;
  box.replaceChildren(text, ...places.map((place) => Object.assign(document.createElement("small"), { textContent: place })));
}

// Draw the page anew; what had the focus keeps it, and a reason that was opened stays open.
function show() {
  const focused = document.activeElement?.id;
  const opened = [...document.querySelectorAll("main details[open]")].map((each) => each.id);
  const drawn = !state.view ? joining(state, deeds) : state.shot ? camera(state, deeds) : seat(state, deeds);
  document.title = state.view ? `${state.view.sentence} – Companion` : "Companion";
  document.body.className = `seat-${drawn.seat || "none"}`;
  $("bar").replaceChildren(...drawn.bar);
  $("main").replaceChildren(...drawn.main);
  $("dock").replaceChildren(...drawn.dock);
  $("dock").hidden = !drawn.dock.length;
  opened.forEach((id) => $(id)?.setAttribute("open", ""));
  if (focused && document.activeElement?.id !== focused) ($(focused) ?? $("main")).focus({ preventScroll: true });
}

// --- joining ---

let asking = 0;

async function join() {
  const mine = ++asking;
  while (mine === asking && !state.view) {
    try {
      if (state.goods && (await get("/api/join")).joined) return listen();
      if (!state.goods) Object.assign(state, { table: await get("/api/table"), trouble: "" });
      state.linked = true;
    } catch (refused) {
      unjoined(refused);
    }
    show();
    await pause(AGAIN);
  }
}

function unjoined(refused) {
  if (!(refused instanceof Refused)) throw refused;
  state.linked = refused.status !== 0;
  if (refused.status === 401 || refused.status === 409) {
    Object.assign(state, { goods: null, wanted: "", agreed: false });
    tell(word("refused"));
  } else if (refused.status === 403) state.trouble = word("code");
  else if (refused.status) state.trouble = word("busy");
}

async function want(seat) {
  tell("");
  if (state.goods) await post("/api/join/withdraw").catch(() => {});
  Object.assign(state, { wanted: seat, goods: null, agreed: false });
  try {
    state.goods = (await post("/api/join", { seat })).goods;
  } catch (refused) {
    unjoined(refused);
  }
  show();
}

async function agree() {
  state.agreed = true;
  show();
  await post("/api/join/agree").catch(unjoined);
}

function listen() {
  asking++;
  Object.assign(state, { goods: null, agreed: false, trouble: "" });
  tell("");
  live.listen(state.language);
}

// --- at the table ---

async function ask(what) {
  if (state.sending) return;
  state.sending = true;
  tell("");
  show();
  const asked = { id: newId(), seen: state.view.number, ...what };
  let done = false;
  try {
    const told = await act(asked, state.language, () => tell(word("sending")));
    done = told.done;
    tell(done ? "" : told.message, told.places);
    if (told.done || told.stale) Object.assign(state, { chosen: "", value: null, open: "" });
  } catch (refused) {
    tell(refused.status === 401 ? word("ended") : word("busy"));
  }
  state.sending = false;
  if (state.view) show();
  return done;
}

async function handIn() {
  const { shot } = state;
  if (!(await ask({ do: "picture", key: shot.look.key, chosen: chosen(shot) })) || state.shot !== shot) return;
  drop(state);
  show();
  tell(word("handed_in"));
}

const deeds = {
  want, agree, ask, tell, handIn,
  photo: (file) => photo(file, state, deeds),
  watch: async () => post("/api/watch").then(listen).catch(unjoined),
  see: (change) => {
    Object.assign(state, change);
    tell("");
    show();
  },
  menu: () => menu($("menu"), state, deeds),
  leave: async () => {
    await post("/api/leave").catch(() => {});
    live.stop();
  },
  speak: async (language) => {
    state.language = language;
    localStorage.setItem("language", language);
    await loadWords(language);
    if (state.view) live.listen(language);
    show();
  },
};

async function begin() {
  const wanted = [localStorage.getItem("language"), ...navigator.languages].map((each) => each?.slice(0, 2));
  const known = ["en", "it", "es", "de"];
  state.language = wanted.find((each) => known.includes(each)) ?? "en";
  await Promise.all([loadIcons(), loadWords(state.language)]);
  show();
  const me = await get("/api/me").catch(() => ({ joined: false }));
  if (me.joined) listen();
  else join();
}

begin();
