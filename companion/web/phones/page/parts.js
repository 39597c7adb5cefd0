// The small things every part of the page is made of: elements, words, icons, lines, people.

export const texts = { language: "en", languages: {}, words: {} };

// A text of the page in its language, with the facts that stand in it.
export function word(key, facts = {}) {
  return Object.entries(facts).reduce((text, [name, fact]) => text.replace(`{${name}}`, fact), texts.words[key] ?? "");
}

// An element: its tag and classes as "button.wide", its attributes and handlers, and what is in it.
export function make(what, attributes = {}, ...inside) {
  const [tag, ...classes] = what.split(".");
  const made = document.createElement(tag);
  made.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== ""));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

// An icon of the tablet; without a name of its own nobody hears of it.
export function icon(name, label = "", size = "") {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", `icon ${size}`.trim());
  if (label) {
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", label);
  } else drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  drawn.append(use);
  return drawn;
}

// A line of words and icons as the table makes them; an icon that says more than the words is heard by its name.
export function line(parts) {
  return parts.map((part) =>
    "text" in part
      ? make(`span${part.strong ? ".strong" : ""}`, {}, part.text)
      : make(`span.glyph.tone-${part.tone || "ink"}`, {}, icon(part.icon, spoken(part.icon, parts)), part.figure),
  );
}

// The same as plain text, for what is heard.
export function plain(parts) {
  return parts.map((part) => part.text ?? `${spoken(part.icon, parts)} ${part.figure}`.trim()).filter(Boolean).join(" ");
}

// The word of a drawing in the page's language; none for one that stands beside what it means.
function spoken(name, parts) {
  const found = texts.words[name.replace(/^(good|ware|stuff|city|kind|office|ship)-/, "")] ?? "";
  const written = parts.map((part) => part.text ?? "").join(" ").toLowerCase();
  return written.includes(found.toLowerCase()) ? "" : found;
}

// The disc of a person.
export function disc(person) {
  return make(`span.disc.seat-${person.seat}`, { "aria-hidden": "true" }, make("b", {}, person.initial));
}

// The icons, put into the page once.
export async function loadIcons() {
  const text = await (await fetch("/page/icons.svg")).text();
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawing.setAttribute("class", "unseen");
  drawing.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(drawing, true));
}

// The words, in another language too.
export async function loadWords(language) {
  Object.assign(texts, await (await fetch(`/words?language=${language}`)).json());
  document.documentElement.lang = texts.language;
}
