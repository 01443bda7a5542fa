/** The context menu: items of a context, which are data, what they do and ask before; the page's events and keys that lead to them. */

import { newId } from '../analytics/tracker.js';
import { button, div, el, form, isInField, number, p } from './dom.js';

/**
 * @typedef {{ id: string, title: string, shortcut?: string }} Item
 * @typedef {{ key: string, code?: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean }} Press
 * @typedef {{ text?: string, card?: import('./card.js').Card, hash?: string, message?: string }} Target what there
 *   is to act on: a text, a stone that was met, one that is stored, a message's id
 */

/** So long after a menu was opened by a key, the browser's own announcement of that key is the same press. */
const SAME_PRESS_MS = 700;
/** The levels that a recipient may read; the format has no more than 99. */
const LIMITS = { 'LOD-0': 0, 'up to LOD-1': 1, 'up to LOD-2': 2, 'all of it': 98 };

const hasText = (/** @type {Target} */ { text }) => text;

/** What each item needs of the place, and what it does. One that is not here is not shown. @type {Record<string, [(target: Target) => unknown, (assistant: any, target: any) => unknown]>} */
const ACTIONS = {
  'copy-as-stone': [hasText, copyAsStone],
  'send-to-agent': [({ text, card, hash }) => text || card || hash, send],
  'ask-brain': [hasText, (assistant, { text }) => inChat(assistant).ask(text)],
  'save-note': [hasText, saveNote],
  'ask-quickstart': [hasText, ({ api }, { text }) => api.link(`/ask/?q=${encodeURIComponent(text.slice(0, 300))}`, '').click()],
  'load-more': [({ card }) => card?.reading.next, (_, { card }) => card.loadMore()],
  'open-stone': [({ hash }) => hash, ({ api }, { hash }) => api.link(`/stones/${hash}`, '').click()],
  'spawn-helper': [({ card, hash }) => card && hash, (assistant, { card }) => assistant.attempt(() => card.offerHelper(assistant))],
  acknowledge: [({ message }) => message, (assistant, { message }) => assistant.acknowledge({ message_id: message }, inChat(assistant).step(''))],
};

export class ContextMenu {
  /** @param {any} assistant */
  constructor(assistant) {
    this.assistant = assistant;
    /** @type {any} */
    this.element = null;
  }

  /** What can be done with what is there. @param {string} context @param {Target} target @returns {Item[]} */
  items(context, target) {
    return (this.assistant.menus[context] ?? []).filter((/** @type {Item} */ { id }) => ACTIONS[id]?.[0](target));
  }

  /** Show it at a place in the window. False where there is nothing to show. @param {string} context @param {Target} target @param {number} x @param {number} y */
  open(context, target, x, y) {
    const items = this.items(context, target);
    if (!items.length) return false;
    this.close();
    this.before = this.assistant.root.activeElement ?? document.activeElement;
    const rows = items.map((item) => {
      const choose = () => {
        this.close(true);
        this.act(item, target, 'menu_click');
      };
      const row = button(item.title, choose, '', { role: 'menuitem', tabIndex: -1 });
      if (item.shortcut) row.append(el('kbd', {}, item.shortcut));
      return row;
    });
    this.element = el('div', { className: 'menu', role: 'menu', ariaLabel: context, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, rows) }, ...rows);
    this.assistant.root.append(this.element);
    const { offsetWidth: width, offsetHeight: height, style } = this.element;
    style.setProperty('--x', `${Math.max(Math.min(x, innerWidth - width - 8), 8)}px`);
    style.setProperty('--y', `${Math.max(Math.min(y, innerHeight - height - 8), 8)}px`);
    rows[0].focus({ preventScroll: true });
    this.assistant.track('custom', { name: `menu-open:${context}` });
    return true;
  }

  /** @param {boolean} [goesBack] whether the focus goes where it was */
  close(goesBack = false) {
    this.element?.remove();
    this.element = null;
    if (goesBack && this.before?.isConnected) this.before.focus({ preventScroll: true });
  }

  /** @param {Item} item @param {Target} target @param {'menu_click' | 'shortcut'} type */
  act({ id }, target, type) {
    this.assistant.track(type, { name: id });
    return ACTIONS[id][1](this.assistant, target);
  }

  /** @param {KeyboardEvent} event @param {any[]} rows */
  #press(event, rows) {
    const at = rows.indexOf(this.assistant.root.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') this.close(true);
    else if (to !== undefined) rows.at(to % rows.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The item whose shortcut is pressed: "Alt+Shift+C", "Ctrl+K" (the command key, too), "e". @param {Item[]} items @param {Press} press */
export function itemFor(items, press, allowsSingle = true) {
  return items.find(({ shortcut = '' }) => {
    const parts = shortcut.toLowerCase().split('+');
    const key = parts.pop();
    const isKey = key && (press.key.toLowerCase() === key || press.code?.toLowerCase() === `key${key}`);
    const has = (/** @type {string} */ name, /** @type {boolean} */ isDown) => parts.includes(name) === isDown;
    return isKey && (allowsSingle || parts.length > 0) && has('ctrl', press.ctrlKey || press.metaKey) && has('alt', press.altKey) && has('shift', press.shiftKey);
  });
}

/** @param {any} assistant @returns {import('./chat.js').Chat} */
function inChat(assistant) {
  assistant.open('Chat');
  return assistant.chat;
}

/** @param {any} assistant @param {Target} target */
function send(assistant, { text = '', card, hash }) {
  const chat = inChat(assistant);
  const stone = hash ?? card?.reading.text;
  if (chat.isConnected()) return assistant.attempt(() => sendForm(chat, stone ?? text, stone ? 'stone' : 'content'));
}

/**
 * Send a text or a stone to an agent.
 *
 * @param {import('./chat.js').Chat} chat @param {string} text @param {'content' | 'stone'} kind
 */
async function sendForm(chat, text, kind) {
  const { api } = chat.assistant;
  const agents = await api.call('agents');
  if (!agents.length) return chat.step('There is no agent yet. ', api.link('/agents/', 'Make one'));
  const agent = el('select', {}, ...agents.map((/** @type {any} */ { name }) => el('option', {}, name)));
  const limit = el('select', {}, ...Object.entries(LIMITS).map(([words, value]) => el('option', { value, selected: value === 1 }, words)));
  const subject = el('input', { maxLength: 120 });
  // Sent again after an answer was lost, it is sent once; what was changed since is something else.
  let key = newId();
  const send = async () => {
    const max_lod = kind === 'stone' ? { max_lod: Number(limit.value) } : {};
    const body = { recipient: agent.value, [kind]: text, subject: subject.value, ...max_lod };
    const sent = await chat.assistant.attempt(() => api.call('send', body, { 'Idempotency-Key': key }));
    if (!sent) return;
    question.remove();
    chat.step(`Sent to ${agent.value}. `, api.link(sent.url, 'Open it'));
    chat.box.focus();
  };
  const question = form(
    'Send to an agent',
    send,
    p('you', text.slice(0, 200)),
    el('label', {}, 'To', agent),
    el('label', {}, 'Subject, if any', subject),
    kind === 'stone' && el('label', {}, 'May read', limit),
    div('row', el('button', { className: 'main' }, 'Send'), button('Cancel', () => question.remove())),
  );
  question.className = 'card';
  question.oninput = () => (key = newId());
  chat.add(question);
  agent.focus();
}

/** @param {any} assistant @param {Target} target */
async function saveNote(assistant, { text }) {
  const chat = inChat(assistant);
  const saved = chat.isConnected() && (await assistant.call('note', { body: text, source: place() }));
  if (saved) chat.step('Saved as a note. ', assistant.api.link(saved.url, 'Open it'));
}

/** The text goes to the account, its stone to the clipboard, if nothing else is copied meanwhile. @param {any} assistant @param {Target} target */
async function copyAsStone(assistant, { text }) {
  const { api, chat } = assistant;
  let isLast = true;
  for (const type of ['copy', 'cut']) addEventListener(type, () => (isLast = false), { capture: true, once: true });
  assistant.open('Chat', false);
  const made = chat.isConnected() && (await assistant.call('stone', { content: text, source_app: place() }));
  if (!made) return;
  const words = `as a stone, ${made.border_hash.slice(0, 8)}: ${number(made.tokens)} tokens. `;
  try {
    if (isLast) await navigator.clipboard.writeText(made.qastone);
    chat.step((isLast ? 'Copied ' : 'Stored ') + words, api.link(made.url, 'Open it'));
  } catch {
    // The browser lets no page write: the person copies it.
    const stone = el('textarea', { readOnly: true, value: made.qastone });
    chat.add(div('card', el('label', {}, `Stored ${words}Copy it with Ctrl+C.`, stone)));
    stone.select();
  }
}

/** The page's address, without what was asked of it. */
const place = () => location.origin + location.pathname;

/* -------------------------------------------------------------------------------------- what happens on the page */

/** Whether it is the key that opens and closes the assistant. @param {KeyboardEvent} event */
export const isToggle = (event) => event.key === '/' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** What the page's events mean to the assistant, behind the page's own listeners: what these handle is theirs. @param {any} assistant */
export function listen(assistant) {
  const { menu, config } = assistant;
  let openedAt = -Infinity;
  /** Where nobody writes, neither in the page nor in the assistant. */
  const isFree = (/** @type {Event} */ event) => !event.defaultPrevented && !isInField(event);
  const isOurs = (/** @type {Event} */ event) => event.composedPath().includes(assistant);

  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (config.autoDetect && isFree(event) && assistant.chat.holdsStone(text)) assistant.meet(text);
  });

  addEventListener('copy', (event) => {
    const text = selected();
    if (config.formatOnCopy && text && isFree(event) && assistant.api.isConnected) copyAsStone(assistant, { text });
  });

  addEventListener('contextmenu', (event) => {
    if (event.button !== 2 && performance.now() - openedAt < SAME_PRESS_MS) return event.preventDefault();
    const isSecond = menu.element !== null;
    menu.close();
    // Shift, or a second click, is for the browser's own menu; a finger's long press is for selecting.
    if (isSecond || event.shiftKey || !isFree(event) || /** @type {PointerEvent} */ (event).pointerType === 'touch') return;
    const [context, target] = placeOf(event);
    if (menu.open(context, target, event.clientX, event.clientY)) event.preventDefault();
  });

  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isOurs(event)) return;
    if (isToggle(event)) {
      event.preventDefault();
      return assistant.toggle();
    }
    if (!isFree(event)) return;
    const [context, target] = placeOf(event);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : null;
      const { left = 8, bottom = 8 } = range?.getBoundingClientRect() ?? {};
      if (!menu.open(context, target, left, bottom + 4)) return;
      openedAt = performance.now();
    } else {
      const item = itemFor(menu.items(context, target), event, document.body.dataset.shortcuts !== 'off');
      if (!item) return;
      menu.act(item, target, 'shortcut');
    }
    event.preventDefault();
  });

  addEventListener('pointerdown', (event) => event.button !== 2 && !event.composedPath().includes(menu.element) && menu.close());
  addEventListener('blur', () => menu.close());
}

const selected = () => String(getSelection() ?? '').trim();

/** In which context something happens, and what is there: a card, a selection, or the element that says its context. @param {Event} event @returns {[string, Target]} */
function placeOf(event) {
  const marked = /** @type {any} */ (event.composedPath().find((node) => node instanceof HTMLElement && node.dataset.context));
  const { card, dataset = {} } = marked ?? {};
  if (card) return ['stone', { card, text: card.reading.content, hash: card.reading.isStored ? card.reading.hash : undefined }];
  const text = selected() || marked?.innerText.trim();
  return [selected() ? 'selection' : dataset.context ?? '', { text, hash: dataset.stone, message: dataset.message }];
}
