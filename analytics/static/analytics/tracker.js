/**
 * Counts what is done on a page, and sends it in portions. Never what is read or written there: an event has a type, a
 * name that a program chose, the page without its ids, and numbers. What could not be sent is kept in this browser
 * (at most 500 events) and sent later; an event has an id, so sending it twice is sending it once. Nothing here throws.
 */

const FULL = 20; // events that are sent at once
const EVERY = 10_000; // milliseconds that an event waits for company
const MOST = 50; // in one request
const MAX_STORED = 500;
const LONGEST = 300_000; // milliseconds between two attempts
const DAY = 86_400_000;
const FIELDS = ['page', 'name', 'duration_ms', 'glow_channel', 'stone_type', 'level', 'lod_count', 'tokens', 'saved_tokens'];
/** Answers after which the same events may be taken: somebody signs in, the site is up again, a minute has passed. */
const LATER = [401, 403, 408, 429];

/** @typedef {{ id: string, [field: string]: unknown }} Event */

/** @template T @param {() => T} act @param {T} [otherwise] @returns {T | undefined} */
const safely = (act, otherwise) => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};

/** 24 hex digits that nobody else chooses. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The path without what is no plain word: "/notes/8f3a21c0" as "/notes/:id". The server does the same. @param {string} path */
export function generalPath(path) {
  let general = '';
  for (const part of path.split(/[?#]/)[0].replace(/^\/+|\/+$/g, '').split('/')) {
    const isWord = !part || (/^[A-Za-z][A-Za-z_-]{0,23}(\.[A-Za-z]{1,5})?$/.test(part) && !/^[0-9a-f]{8,}$/.test(part));
    const longer = `${general}/${isWord ? part : ':id'}`;
    if (longer.length > 200) break;
    general = longer;
  }
  return general;
}

export class Tracker {
  /** @type {Event[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pause = EVERY;
  #flushes = 0;
  /** Ids that are under way, or just failed. @type {Set<string>} */
  #tried = new Set();

  /** @param {{ url: string, app: string, headers?: () => object }} options `headers` are asked for each time */
  constructor({ url, app, headers = () => ({}) }) {
    this.url = url;
    this.headers = headers;
    this.key = `qastone-events-${app}`;
    this.session = safely(() => (sessionStorage.qastoneSession ??= newId()), '') || newId();
    if (this.#stored().length) this.#wait();
  }

  /** @param {string} type @param {{ [field: string]: unknown }} [fields] those of an event; others are left out */
  track(type, fields = {}) {
    safely(() => {
      const event = { id: newId(), session_id: this.session, timestamp: new Date().toISOString(), type };
      const known = FIELDS.map((field) => [field, fields[field]]).filter(([, value]) => (value ?? '') !== '');
      this.#waiting.push({ ...event, ...Object.fromEntries(known) });
      this.#waiting.splice(0, this.#waiting.length - MAX_STORED);
      if (this.#waiting.length >= FULL && this.#pause === EVERY) void this.flush();
      else this.#wait();
    });
  }

  /**
   * Send what waits, in as many requests as that takes; they outlive the page. What fails is kept.
   *
   * @param {boolean} [isLeft] the page may be gone at once: what is not under way yet waits for nothing
   */
  async flush(isLeft) {
    if (isLeft) this.#store([]); // another page of this browser sends it, should this request not arrive
    else if (this.#flushes) return;
    this.#flushes++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      for (;;) {
        const events = this.#all().filter(({ id }) => !this.#tried.has(id)).slice(0, MOST);
        if (!events.length) break;
        for (const { id } of events) this.#tried.add(id);
        if (!(await this.#send(events))) {
          this.#store([]);
          this.#pause = Math.min(this.#pause * 2, LONGEST);
          break;
        }
        this.#pause = EVERY;
      }
    } finally {
      if (!--this.#flushes) this.#tried.clear();
      if (this.#all().length) this.#wait();
    }
  }

  /** Whether these are done with: stored, or refused for good. @param {Event[]} events */
  async #send(events) {
    try {
      const headers = { 'Content-Type': 'application/json', ...this.headers() };
      const answer = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify({ events }), keepalive: true });
      if (answer.status >= 500 || LATER.includes(answer.status)) return false;
      // One event at fault is dropped alone; the others go with the next request.
      const at = answer.ok ? undefined : (await answer.json().catch(() => ({}))).index;
      const done = events[at] ? [events[at]] : events;
      this.#store(done.map(({ id }) => id));
      if (done !== events && events.length > 1) return await this.#send(events.filter((event) => event !== events[at]));
      return true;
    } catch {
      return false;
    }
  }

  #wait() {
    this.#timer ??= setTimeout(() => void this.flush(), this.#pause);
  }

  /** @returns {Event[]} of this browser */
  #stored() {
    return safely(() => JSON.parse(localStorage[this.key] ?? '[]'), []);
  }

  #all() {
    const stored = this.#stored();
    const known = new Set(stored.map(({ id }) => id));
    return [...stored, ...this.#waiting.filter(({ id }) => !known.has(id))];
  }

  /** All but those that are done go into the browser's memory; without one they stay here. @param {string[]} done */
  #store(done) {
    const left = this.#all().filter(({ id }) => !done.includes(id)).slice(-MAX_STORED);
    const isStored = safely(() => {
      if (left.length) localStorage[this.key] = JSON.stringify(left);
      else delete localStorage[this.key];
      return true;
    }, false);
    this.#waiting = isStored ? [] : left;
  }
}

/** Count the visits of this page, how long it was seen, its shortcuts and copies. @param {Tracker} tracker @returns {() => void} ends it */
export function watchPage(tracker) {
  // What was not there is no page that anybody visited. Where a browser does not tell the status, it counts.
  if (/** @type {any} */ (performance.getEntriesByType('navigation')[0])?.responseStatus > 399) return () => {};
  const page = generalPath(location.pathname);
  let seen = 0;
  let since = 0;
  const look = () => {
    const now = performance.now();
    if (since) seen += now - since;
    since = document.visibilityState === 'visible' ? now : 0;
  };
  const arrive = () => {
    seen = since = 0;
    look();
    tracker.track('page_visit', { page });
  };
  const leave = () => {
    look();
    tracker.track('page_exit', { page, duration_ms: Math.min(Math.round(seen), DAY) });
    void tracker.flush(true);
  };
  const hide = () => {
    look();
    // A telephone may end a hidden page without a word.
    if (!since) void tracker.flush(true);
  };
  /** @type {[EventTarget, string, (event: any) => void][]} */
  const heard = [
    [document, 'visibilitychange', hide],
    [document, 'copy', () => tracker.track('copy', { page })],
    [document, 'paste', () => tracker.track('paste', { page })],
    [document, 'qastone:shortcut', ({ detail }) => tracker.track('shortcut', { page, name: `${detail}`.replace(/[^\w :./+-]/g, '').slice(0, 64) })],
    [window, 'pagehide', leave],
    [window, 'pageshow', (event) => event.persisted && arrive()],
  ];
  for (const [target, type, act] of heard) target.addEventListener(type, act);
  arrive();
  return () => heard.forEach(([target, type, act]) => target.removeEventListener(type, act));
}
