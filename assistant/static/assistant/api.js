/**
 * The site's interface for the assistant: which site, as whom, and in which words it says no.
 *
 * On the site's own pages the person's session is enough. On another origin the key of the page's app opens what is
 * public; for the rest the person connects, and the grant stays in this tab.
 */

import { el } from './dom.js';

const GRANT = 'qastone-grant';
/** Helpers that have not answered yet are remembered by this, and the account's mark. */
export const JOBS = 'qastone-jobs-';

/** A refusal in words. `status` is 0 where there was no answer. */
export class ApiError extends Error {
  /** @param {string} message */
  constructor(message, status = 0, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What is loaded on demand does not come. */
export function offline() {
  throw new ApiError('Offline: the site does not answer. Try again later.');
}

export class Api {
  /** @param {string} site its origin @param {string} key "" on its own pages */
  constructor(site, key) {
    this.site = site;
    this.key = key;
    this.isOwn = !key;
    /** A mark of who it is, in the names of what is remembered; "" for nobody. */
    this.account = '';
  }

  /** Called when somebody connects or disconnects: who shows it sets this. */
  changed() {}

  /** Whether a person stands behind the calls. */
  get isConnected() {
    return this.isOwn || Boolean(this.#grant());
  }

  /** @param {string} path of the site */
  url(path) {
    return this.site + path + (this.isOwn ? '' : `${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(this.key)}`);
  }

  /** A link into the site, or to where it points. @param {string} url @param {string} text */
  link(url, text) {
    return el('a', { href: new URL(url, this.site).href, target: this.isOwn ? '' : '_blank', rel: 'noopener' }, text);
  }

  /** Who asks. @returns {Record<string, string>} */
  headers() {
    const grant = this.#grant();
    if (grant) return { Authorization: `Bearer ${grant}` };
    const token = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=csrf-token]'))?.content;
    return this.isOwn && token ? { 'X-CSRFToken': token } : {};
  }

  /**
   * @param {string} name seen from /assistant/api/ @param {object} [body] sent by POST @param {object} [more] headers
   * @returns {Promise<any>} the response itself where it is a stream of events; raises ApiError
   */
  async call(name, body, more) {
    let answer;
    let found = null;
    try {
      // Its default: a cookie goes to the site's own pages alone.
      answer = await fetch(this.url('/assistant/api/' + name), {
        method: body ? 'POST' : 'GET',
        headers: { Accept: 'application/json', ...this.headers(), ...more, ...(body && { 'Content-Type': 'application/json' }) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(900_000), // a model may take its time
      });
      if (answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return answer;
      found = await answer.json().catch(() => null);
    } catch {
      throw new ApiError('Offline: the site does not answer. What you wrote is kept.');
    }
    if (answer.ok && found) return found;
    const refusal = new ApiError(found?.detail ?? `The site answered ${answer.status}. Try again later.`, answer.status, found?.code);
    if (answer.status !== 401 || !this.#grant()) throw refusal;
    this.disconnect();
    // What is public is open without the grant, too.
    return this.call(name, body, more).catch(() => Promise.reject(refusal));
  }

  /** Ask the person, in a window of the site. @returns {Promise<boolean>} whether there is a connection now */
  connect() {
    const query = new URLSearchParams({ key: this.key, origin: location.origin });
    const popup = window.open(`${this.site}/assistant/connect?${query}`, '_blank', 'popup,width=480,height=680');
    if (!popup) throw new ApiError('The browser blocked the window: allow it.');
    return new Promise((resolve) => {
      const end = (/** @type {boolean} */ isDone) => {
        clearInterval(watch);
        removeEventListener('message', listen);
        if (isDone) this.changed();
        resolve(isDone);
      };
      // Only the window that was opened here, while it shows the site.
      const listen = (/** @type {MessageEvent} */ { origin, source, data }) => {
        if (origin !== this.site || source !== popup || data?.type !== 'qastone-grant') return;
        save(GRANT, { grant: data.grant, expires: data.expires, key: this.key });
        end(true);
      };
      const watch = setInterval(() => popup.closed && end(false), 700);
      addEventListener('message', listen);
    });
  }

  disconnect() {
    sessionStorage.removeItem(GRANT);
    this.changed();
  }

  #grant() {
    const { grant, key, expires } = load(GRANT);
    return !this.isOwn && key === this.key && Date.parse(expires) > Date.now() ? /** @type {string} */ (grant) : '';
  }
}

/** Remember in this tab. @param {string} name @param {any} value */
export function save(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // No room, or refused by the browser: it is forgotten.
  }
}

/** What was remembered. @param {string} name */
export function load(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}');
  } catch {
    return {};
  }
}
