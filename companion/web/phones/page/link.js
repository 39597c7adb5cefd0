// The way to the table: asks that are sent once, and what the table tells, again and again until it can be reached.

const SILENT = 25000; // ms without a beat after which the connection is made anew
const FIRST_WAIT = 500, LONGEST_WAIT = 8000; // ms between two attempts

// What was asked cannot be had: `status` is that of HTTP, 0 where the table was not reached.
export class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function answered(asking) {
  let answer;
  try {
    answer = await asking;
  } catch {
    throw new Refused(0, "");
  }
  if (!answer.ok) throw new Refused(answer.status, await answer.text());
  return answer.json();
}

function code() {
  if (location.hash.length > 1) sessionStorage.setItem("code", location.hash.slice(1));
  return sessionStorage.getItem("code") ?? "";
}

export function get(path) {
  return answered(fetch(path, { headers: { "X-Table-Code": code() } }));
}

export function post(path, data = {}) {
  const headers = { "Content-Type": "application/json", "X-Table-Code": code() };
  return answered(fetch(path, { method: "POST", headers, body: JSON.stringify(data) }));
}

// A name of its own for one tap. Pages without TLS have no crypto.randomUUID.
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Sends one ask until it is answered; the table does it once, however often it arrives.
export async function act(asked, language, waits) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await post(`/api/act?language=${language}`, asked);
    } catch (refused) {
      if (refused.status !== 0 && refused.status !== 503 && refused.status !== 429) throw refused;
      waits();
      await pause(wait);
    }
  }
}

// Sends a picture until it is answered or refused; read again it is the same, and nothing is done by it.
export async function picture(file, language, waits) {
  const headers = { "Content-Type": file.type || "image/jpeg" };
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await answered(fetch(`/api/picture?language=${language}`, { method: "POST", headers, body: file }));
    } catch (refused) {
      if (refused.status !== 0 && refused.status !== 503 && refused.status !== 429) throw refused;
      waits();
      await pause(wait);
    }
  }
}

// Sends one frame; what cannot be sent now is not sent later, for a newer one will be there.
export async function frame(picture) {
  try {
    await answered(fetch("/api/frame", { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: picture }));
  } catch (refused) {
    if (refused.status !== 0 && refused.status !== 503 && refused.status !== 429) throw refused;
    await pause(FIRST_WAIT);
  }
}

// Listens to the table for good: `seen` for every view, `linked` when it is reached or lost, `ended` without a seat.
export class Live {
  constructor({ seen, linked, ended }) {
    Object.assign(this, { seen, linked, ended, last: "", stopped: false, wake: () => {} });
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.lively() || this.again());
  }

  // Listen in this language, from now on.
  async listen(language) {
    this.language = language;
    this.stopped = false;
    if (this.running) return this.again();
    this.running = true;
    for (let wait = FIRST_WAIT; !this.stopped; ) {
      const status = await this.once().catch(() => 0);
      if (status === 401) this.stop();
      if (this.stopped) break;
      this.linked(false);
      wait = status === 200 ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT);
      await Promise.race([pause(wait), new Promise((wake) => (this.wake = wake))]);
    }
    this.running = false;
    this.ended();
  }

  stop() {
    this.stopped = true;
    this.again();
  }

  again() {
    this.aborting?.abort();
    this.wake();
  }

  lively() {
    return Date.now() - this.heard < SILENT;
  }

  async once() {
    this.aborting = new AbortController();
    const headers = this.last ? { "Last-Event-ID": this.last } : {};
    const path = `/api/live?language=${this.language}`;
    const answer = await fetch(path, { headers, signal: this.aborting.signal, cache: "no-store" });
    if (!answer.ok) return answer.status;
    const watch = setInterval(() => this.lively() || this.aborting.abort(), 1000);
    this.heard = Date.now();
    try {
      await this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
    } finally {
      clearInterval(watch);
    }
    return 200;
  }

  async read(reader) {
    for (let text = ""; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      this.heard = Date.now();
      this.linked(true);
      const events = (text + value).split("\n\n");
      text = events.pop();
      events.forEach((event) => this.take(event));
    }
  }

  take(event) {
    const fields = Object.fromEntries(event.split("\n").map((each) => each.split(/: (.*)/s).slice(0, 2)));
    if (fields.event === "end") this.stop();
    if (fields.event !== "seat") return;
    this.last = fields.id;
    this.seen(JSON.parse(fields.data));
  }
}

export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
