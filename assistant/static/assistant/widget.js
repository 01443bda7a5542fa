/**
 * The assistant in a page, by one tag: <script type="module" src="https://SITE/static/assistant/widget.js?key=qaw_…">.
 *
 * On the site's own pages without a key. On another origin the key names the app; what is public works with it alone,
 * the rest when the person connects. The page's content security policy must allow the site for scripts and connections.
 */

import { Tracker, generalPath, watchPage } from '../analytics/tracker.js';
import { Api, ApiError, load, offline, save } from './api.js';
import { Chat } from './chat.js';
import { button, div, el, p } from './dom.js';
import { ContextMenu, isToggle, listen } from './menu.js';
import { sheet } from './styles.js';

const NAME = 'qastone-assistant';
const STATE = 'qastone-assistant-'; // and the account's mark

async function start() {
  const { origin: site, searchParams } = new URL(import.meta.url);
  const key = site === location.origin ? '' : searchParams.get('key') || null;
  if (key === null || customElements.get(NAME)) return;
  customElements.define(NAME, Assistant);
  const api = new Api(site, key);
  const found = await api.call(`../../configs/${key ? 'ai-assistant' : 'qastone'}.json`).catch(() => null);
  // A page is not disturbed by what it only embeds: without a configuration there is no assistant.
  if (!found?.qastone?.enabled) return;
  api.account = found.account ?? '';
  const tracker = new Tracker({ url: api.url('/assistant/api/events'), app: found.app + api.account, headers: () => api.headers() });
  const assistant = /** @type {Assistant} */ (document.querySelector(NAME) ?? document.createElement(NAME));
  document.body.append(assistant);
  assistant.start(api, found.qastone, found.menus, (type, fields) => tracker.track(type, { page: generalPath(location.pathname), ...fields }));
  listen(assistant);
  watchPage(tracker);
}

/** The bubble and its panel: what is open, where the focus is, what is announced. */
class Assistant extends HTMLElement {
  root = this.attachShadow({ mode: 'open' });
  unread = 0;
  /** @type {any} who had the focus before the panel */
  opener;
  tab = 'Chat';
  /** @type {any} what `start` is given */
  api;
  /** @type {any} */
  config;
  /** @type {any} */
  menus;
  /** @type {any} */
  track;
  /** @type {any} what it makes */
  chat;
  /** @type {any} */
  tabs;
  /** @type {any} */
  menu;
  /** @type {any} */
  badges;
  /** @type {any} */
  buttons;
  /** @type {any} */
  status;

  /**
   * Show it. Nothing was sent yet but the question for the configuration.
   *
   * @param {import('./api.js').Api} api @param {import('./reading.js').Config} config
   * @param {Record<string, import('./menu.js').Item[]>} menus @param {(type: string, fields: object) => void} track
   */
  start(api, config, menus, track) {
    Object.assign(this, { api, config, menus, track });
    this.root.adoptedStyleSheets = [sheet];
    // The site's own pages keep a place for the bubble in their bar, on narrow screens in the one at the bottom.
    this.toggleAttribute('data-own', api.isOwn);
    this.chat = new Chat(this);
    this.tabs = { Chat: this.chat, Inbox: new Tab(this, showInbox), Insights: new Tab(this, showInsights) };
    this.menu = new ContextMenu(this);
    this.#build();
    this.root.addEventListener('keydown', (event) => this.#press(/** @type {KeyboardEvent} */ (event)));
    this.root.addEventListener('paste', (event) => this.handlePaste(/** @type {ClipboardEvent} */ (event)));
    // Whoever types here does not press the page's keys.
    for (const type of ['keydown', 'keyup', 'paste', 'copy']) this.addEventListener(type, (event) => event.stopPropagation());
    api.changed = () => {
      this.chat.changed();
      if (this.isOpen) this.open(this.tab, false);
      this.poll();
    };
    setInterval(() => document.hidden || this.poll(), 60_000);
    this.poll();
    const { tab } = this.recall();
    this.tab = tab || this.tab;
    // Elsewhere it would hide the page that somebody has just gone to; what was said and typed waits in it.
    if (tab && this.#hasRoom()) this.open(tab, false);
  }

  /** Whether the panel stands beside the page's content, and covers nothing of it. */
  #hasRoom() {
    this.panel.hidden = false;
    const { left } = this.panel.getBoundingClientRect();
    this.panel.hidden = true;
    return (document.querySelector('main') ?? document.body).getBoundingClientRect().right <= left;
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  #build() {
    const names = Object.keys(this.tabs);
    this.badges = [0, 1].map(() => el('span', { className: 'badge', hidden: true }));
    this.buttons = names.map((name) => button(name, () => this.open(name, false), '', { role: 'tab', id: name, 'aria-controls': `${name}-page` }));
    this.buttons[1].append(this.badges[0]);
    this.pages = names.map((name) => Object.assign(this.tabs[name].element, { id: `${name}-page`, role: 'tabpanel', className: 'page', tabIndex: 0, ariaLabel: name }));
    const list = el('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Assistant', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#arrow(event, names) }, ...this.buttons);
    const close = button('✕', () => this.close(), 'bare', { ariaLabel: 'Close the assistant' });
    this.panel = el('section', { className: 'panel', role: 'dialog', ariaLabel: 'QA.Stone assistant', hidden: true }, div('head', list, close), ...this.pages);
    this.bubble = button('§', () => this.open(), 'bubble', { 'aria-keyshortcuts': 'Control+/', title: 'Ctrl+/' });
    this.bubble.append(this.badges[1]);
    this.status = el('p', { className: 'unseen', role: 'status' });
    this.root.append(this.bubble, this.panel, this.status);
    this.showUnread(0);
  }

  /** Open the panel at one of its tabs. @param {string} [name] @param {boolean} [takesFocus] */
  open(name = this.tab, takesFocus = true) {
    if (!this.isOpen) this.opener = document.activeElement;
    this.panel.hidden = false;
    this.bubble.hidden = true;
    this.tab = name;
    this.buttons.forEach((/** @type {any} */ each, /** @type {number} */ at) => {
      each.ariaSelected = each.id === name;
      each.tabIndex = each.id === name ? 0 : -1;
      this.pages[at].hidden = each.id !== name;
    });
    this.tabs[name].show();
    if (takesFocus) (name === 'Chat' ? this.chat.box : this.root.getElementById(name)).focus();
    this.remember({ tab: name });
  }

  close() {
    this.panel.hidden = true;
    this.bubble.hidden = false;
    (this.opener?.isConnected && this.opener !== document.body && this.opener !== this ? this.opener : this.bubble).focus();
    this.remember({ tab: '' });
  }

  /** Ctrl+/: open it, go into it, or close it when one is in it. */
  toggle() {
    if (this.isOpen && this.root.activeElement) this.close();
    else this.open();
    this.track('shortcut', { name: 'ctrl+/' });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented) return;
    if (isToggle(event)) this.toggle();
    else if (event.key === 'Escape' && this.isOpen) this.close();
    else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {string[]} names */
  #arrow(event, names) {
    const at = names.indexOf(this.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.open(names.at(to % names.length), false);
    this.root.getElementById(this.tab).focus();
  }

  /** A stone that is pasted into the panel is met; other text goes where the caret is. @param {ClipboardEvent} event */
  handlePaste(event) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!this.chat.holdsStone(text)) return;
    event.preventDefault();
    this.meet(text);
  }

  /** @param {string} text with a stone in it */
  meet(text) {
    this.open('Chat', false);
    return this.chat.meet(text);
  }

  /** Said to who cannot see it. @param {string} text */
  announce(text) {
    this.status.textContent = text;
  }

  /**
   * Do something that the site may refuse; null where it did, and why is shown.
   *
   * @template T @param {() => Promise<T> | T} task @param {any} [place] where; else in the chat
   */
  async attempt(task, place) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const note = p('fault', error.message);
      if (place) place.replaceChildren(note);
      else this.chat.add(note);
      this.announce(error.message);
      return null;
    }
  }

  /** Ask the site something; null where it refuses. @param {string} name @param {object} [body] @param {any} [place] as above */
  call(name, body, place) {
    return this.attempt(() => this.api.call(name, body), place);
  }

  /** A button that connects. @param {any} [place] as above */
  connectButton(place) {
    const connect = async () => this.announce((await this.api.connect()) ? 'Connected' : 'Not connected');
    return button('Connect…', () => this.attempt(connect, place));
  }

  /** Tell the sender of a message that it was taken care of. @param {object} message @param {any} place */
  async acknowledge(message, place) {
    if (!(await this.call('acknowledge', message, place))) return;
    place.replaceChildren('✓ Acknowledged');
    this.announce('Acknowledged');
    this.poll();
  }

  async poll() {
    const found = this.api.isConnected && (await this.api.call('unread').catch(() => null));
    if (found !== null) this.showUnread(found.unread ?? 0);
  }

  /** @param {number} unread */
  showUnread(unread) {
    if (unread > this.unread) this.announce(`${unread} unread`);
    this.unread = unread;
    for (const badge of this.badges) {
      badge.hidden = !unread;
      badge.textContent = unread > 99 ? '99+' : unread;
    }
    this.bubble.ariaLabel = `QA.Stone assistant${unread ? `, ${unread} unread` : ''}`;
  }

  /** What this tab of the browser showed before: on the site's own pages, which are left for each other. */
  recall() {
    return this.api.isOwn ? load(STATE + this.api.account) : {};
  }

  /** @param {object} fields */
  remember(fields) {
    if (this.api.isOwn) save(STATE + this.api.account, { ...this.recall(), ...fields });
  }
}

/* ------------------------------------------------------------------------------------------- the tabs beside the chat */

class Tab {
  /** @param {any} assistant @param {(assistant: any) => Promise<any[]>} fill what stands in it, asked anew each time it is shown */
  constructor(assistant, fill) {
    this.assistant = assistant;
    this.fill = fill;
    this.element = div('');
  }

  async show() {
    const { assistant, element } = this;
    if (!assistant.api.isConnected) return element.replaceChildren(p('', 'This needs your account.'), div('', assistant.connectButton(element)));
    const parts = await assistant.attempt(() => this.fill(assistant), element);
    if (parts) element.replaceChildren(...parts);
    else element.append(div('', button('Try again', () => this.show())));
  }
}

/** Whose words a sentence is, as the pages call it. @type {Record<string, string>} */
const ORIGINS = { sender: ' · sender’s words', author: ' · unchecked', model: ' · model', extract: ' · extract' };

/** @param {any} assistant */
const showInsights = async (assistant) => (await import('./insights.js').catch(offline)).showInsights(assistant);

/** @param {any} assistant */
async function showInbox(assistant) {
  const { api } = assistant;
  const { unread, messages } = await api.call('inbox');
  assistant.showUnread(unread);
  const rows = messages.map((/** @type {any} */ { id, subject, sender, scan, lod_0_origin: origin, age, url, ack_required: asks }) => {
    const place = div('', asks && button('Acknowledge', () => assistant.acknowledge({ message_id: id }, place)));
    return el('li', { className: 'card' }, api.link(url, subject || '(no subject)'), p('', scan), p('note', `${sender} · ${age}${ORIGINS[origin] ?? ''}`), place);
  });
  return [rows.length ? el('ul', {}, ...rows) : p('note', 'Nothing new from your agents.'), api.link('/inbox/', 'Open the inbox')];
}

start();
