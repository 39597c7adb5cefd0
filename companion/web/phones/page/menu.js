// The menu: languages, a challenge, giving the seat up.

import { icon, make, texts, word } from "./parts.js";

export function menu(dialog, state, deeds) {
  const close = () => dialog.close();
  const after = (deed) => () => {
    close();
    deed();
  };
  const languages = Object.entries(texts.languages).map(([code, name]) =>
    make(`button${code === texts.language ? ".chosen" : ""}`, { lang: code, "aria-pressed": String(code === texts.language), click: after(() => deeds.speak(code)) }, make("b", {}, name)));
  const challenge = state.view?.may_challenge && make("button", { id: "challenge", click: after(() => deeds.ask({ do: "challenge" })) },
    icon("challenge"), make("span.who", {}, make("b", {}, word("challenge")), make("small", {}, word("challenge_note"))));
  dialog.setAttribute("aria-label", word("menu"));
  dialog.replaceChildren(
    make("h2", {}, word("language")),
    make("div.languages", {}, languages),
    ...[challenge].filter(Boolean),
    make("button", { id: "leave", click: after(deeds.leave) }, icon("close"), make("b", {}, word("leave"))),
    make("button.quiet", { id: "close-menu", click: close }, word("close")),
  );
  dialog.showModal();
}
