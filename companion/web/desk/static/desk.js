// The pages of the desk: cards that change, clocks that run, and the ruling that is sent.

const start = document.body.dataset;
const live = document.getElementById("live");

function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, rest = whole % 60;
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function tick() {
  const now = Date.now() / 1000;
  for (const each of document.querySelectorAll("time[data-since]")) each.textContent = clock(now - each.dataset.since);
  for (const each of document.querySelectorAll("time[data-until]")) each.textContent = clock(each.dataset.until - now);
  wallClocks();
}

function wallClocks() {
  for (const each of document.querySelectorAll("time[data-clock]")) {
    each.textContent = new Date(each.dataset.clock * 1000).toLocaleTimeString("en", { hourCycle: "h23" });
  }
}

function element(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

// A card keeps the keyboard's place when it is drawn anew, and its place among the others always.
function putCard(table, html) {
  const old = document.getElementById(`card-${table}`);
  if (!old) return false;
  const held = old.contains(document.activeElement);
  const fresh = element(html);
  if (old.classList.contains("faded") && old.className.replace(" faded", "") === fresh.className) fresh.className += " faded";
  old.replaceWith(fresh);
  if (held) fresh.querySelector("a").focus({ preventScroll: true });
  return true;
}

// What a person has typed or chosen and not sent stays when the page is drawn anew, and so does the place of the keyboard.
function fields() {
  const named = [...document.querySelectorAll("main form, footer form")].flatMap((form) => [...form.elements].map((each) => [form, each]));
  return named.filter(([, each]) => each.name).map(([form, each]) => {
    const chosen = each.type === "radio" ? each.value : "";
    return [[form.id, form.dataset.post, form.dataset.body, each.name, chosen].join(" "), each];
  });
}

function unsent() {
  const changed = (each) => each.type === "radio" ? each.checked : each.value !== each.defaultValue;
  const held = fields().find(([, each]) => each === document.activeElement);
  return { values: fields().filter(([, each]) => changed(each)).map(([key, each]) => [key, each.value]), held: held?.[0], at: held?.[1].selectionStart };
}

function restore(before) {
  const now = new Map(fields());
  for (const [key, value] of before.values) {
    const each = now.get(key);
    if (!each || (each.options && ![...each.options].some((one) => one.value === value))) continue;
    if (each.type === "radio") each.checked = true;
    else each.value = value;
    each.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const held = now.get(before.held);
  held?.focus({ preventScroll: true });
  if (held && typeof before.at === "number") held.setSelectionRange(before.at, before.at);
}

async function readAnew() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = unsent();
  for (const name of ["main", "footer.foot"]) {
    const old = document.querySelector(name), fresh = page.querySelector(name);
    if (old && fresh) old.replaceWith(fresh);
    else if (old) old.remove();
    else if (fresh) document.querySelector("main").after(fresh);
  }
  listen();
  restore(before);
  tick();
}

let due = 0;
function readSoon() {
  clearTimeout(due);
  due = setTimeout(readAnew, 150);
}

function choosing() {
  return document.querySelector("#ruling input:checked") !== null;
}

function heard(news) {
  if (news.anew) return void readSoon();
  if (!news.cards) return;
  document.getElementById("chips").innerHTML = news.chips;
  const shown = document.getElementById("tables");
  if (start.here === "tables" && new URLSearchParams(location.search).get("show") === null) {
    const head = document.getElementById("head");
    if (head && !head.contains(document.activeElement)) head.innerHTML = news.head;
  }
  for (const [table, html] of Object.entries(news.cards)) {
    if (shown && start.here === "tables" && !putCard(table, html)) readSoon();
    if (location.pathname === `/table/${table}` && !choosing()) readSoon();
  }
  tick();
}

function listen() {
  const form = document.getElementById("ruling");
  if (!form) return;
  const said = document.getElementById("chosen");
  form.addEventListener("change", (event) => { said.textContent = event.target.dataset.label; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

async function send(form) {
  const data = new FormData(form);
  if (data.get("how") === "look") return void (location.href = "/");
  const body = JSON.stringify({ table: form.dataset.table, challenge: Number(data.get("challenge")), how: data.get("how") });
  const answer = await fetch("/rule", { method: "POST", body, headers: { "Content-Type": "application/json" } });
  if (!answer.ok) return void (live.textContent = await answer.text());
  form.reset(); // it is sent
  await readAnew();
}

// Arrow keys go from card to card as the eye does.
document.addEventListener("keydown", (event) => {
  const cards = [...document.querySelectorAll("#tables .card a")];
  const at = cards.indexOf(document.activeElement);
  if (at < 0) return;
  const columns = cards.filter((card) => card.offsetTop === cards[0].offsetTop).length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  const next = step && cards[at + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
});

// A form that says where it is sent, and what goes with it: numbers as numbers, everything else as text.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.post) return;
  event.preventDefault();
  const said = [...new FormData(form)].map(([name, value]) => [name, form.elements[name].type === "number" ? Number(value) : value]);
  const fixed = JSON.parse(form.dataset.body ?? "{}");
  await post(form.dataset.post, JSON.stringify({ ...fixed, ...Object.fromEntries(said) }), form);
});

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "swap") return;
  event.preventDefault();
  const data = new FormData(event.target);
  await post("/swap", JSON.stringify({ one: Number(data.get("one")), other: Number(data.get("other")) }), event.target);
});

async function post(where, body, form) {
  const answer = await fetch(where, { method: "POST", body, headers: { "Content-Type": "application/json" } });
  if (!answer.ok) return void (live.textContent = await answer.text());
  form?.reset(); // it is sent
  await readAnew();
}

document.addEventListener("click", async (event) => {
  if (event.target.closest("#print")) return void window.print();
  const button = event.target.closest("button[data-post]");
  if (!button) return;
  await post(button.dataset.post, button.dataset.body);
});

const events = new EventSource("/events");
events.addEventListener("message", (event) => heard(JSON.parse(event.data)));
let lost = false;
events.addEventListener("error", () => { lost = true; live.textContent = start.lost; document.body.classList.add("lost"); });
events.addEventListener("open", () => {
  if (lost) readSoon();
  lost = false;
  live.textContent = "";
  document.body.classList.remove("lost");
});

setInterval(tick, 1000);
listen();
tick();
