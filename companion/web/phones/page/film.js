// The phone as the table's camera: frames of its live picture, one after the other, as fast as the table takes them.

import { frame, pause } from "./link.js";
import { icon, make, word } from "./parts.js";

const PAUSE = 200; // ms between two frames at least
const LONG = 1280; // px of a frame's longer side
const WANTED = { audio: false, video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } } };

// The row that begins it, and what is filmed while it goes on.
export function filming(state, deeds) {
  if (!state.film) {
    return make("button.row", { id: "film", click: () => film(state, deeds) },
      icon("camera"), make("span.who", {}, make("b", {}, word("film")), make("small", {}, word("film_note"))));
  }
  queueMicrotask(() => state.film?.video.play().catch(() => {})); // it stops whenever the page is drawn anew
  return make("section.film", { "aria-label": word("filming") }, state.film.video,
    make("p.told", { role: "status" }, icon("camera"), word("filming")),
    make("button", { id: "stop-film", click: () => stop(state, deeds) }, icon("close"), make("b", {}, word("stop"))));
}

async function film(state, deeds) {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(WANTED);
    const video = make("video", { muted: true, playsinline: true, autoplay: true, "aria-hidden": "true" });
    video.muted = true;
    video.srcObject = stream;
    state.film = { stream, video };
    deeds.see({});
    await video.play();
    navigator.wakeLock?.request("screen").catch(() => {}); // a phone that sleeps films nothing
    await send(state, deeds, state.film);
  } catch (refused) {
    end(state);
    deeds.see({});
    deeds.tell(word(refused.status === 409 ? "other_films" : refused.status === 401 ? "ended" : "not_filming"));
  }
}

async function send(state, deeds, film) {
  const canvas = document.createElement("canvas");
  while (state.film === film) {
    const began = Date.now();
    if (!film.video.videoWidth) {
      await pause(PAUSE);
      continue;
    }
    const by = Math.min(1, LONG / Math.max(film.video.videoWidth, film.video.videoHeight));
    canvas.width = film.video.videoWidth * by;
    canvas.height = film.video.videoHeight * by;
    canvas.getContext("2d").drawImage(film.video, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    if (picture && state.film === film) await frame(picture);
    await pause(Math.max(20, PAUSE - (Date.now() - began)));
  }
}

function stop(state, deeds) {
  end(state);
  deeds.see({});
}

// Let go of the camera.
export function end(state) {
  state.film?.stream.getTracks().forEach((track) => track.stop());
  state.film = null;
}
