/**
 * The assistant in a page, by one tag: <script type="module" src="https://SITE/static/assistant/widget.js?key=qaw_…">.
 *
 * On the site's own pages without a key. On another origin the key names the app; what is public works with it alone,
 * the rest when the person connects. The page's content security policy must allow the site for scripts and connections.
 */

import { Tracker, generalPath, watchPage } from '../analytics/tracker.js';
import { Api } from './api.js';
import { isInField } from './dom.js';
import { copyAsStone, itemFor } from './menu.js';
import { Assistant, isToggle } from './panel.js';

const NAME = 'qastone-assistant';
/** So long after a menu was opened by a key, the browser's own announcement of that key is the same press. */
const SAME_PRESS_MS = 700;

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

/** What the page's events mean to the assistant, behind the page's own listeners: what these handle is theirs. @param {any} assistant */
function listen(assistant) {
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

/** In which context something happens, and what is there: a card, a selection, or the element that says its context. @param {Event} event @returns {[string, import('./menu.js').Target]} */
function placeOf(event) {
  const marked = /** @type {any} */ (event.composedPath().find((node) => node instanceof HTMLElement && node.dataset.context));
  const { card, dataset = {} } = marked ?? {};
  if (card) return ['stone', { card, text: card.reading.content, hash: card.reading.isStored ? card.reading.hash : undefined }];
  const text = selected() || marked?.innerText.trim();
  return [selected() ? 'selection' : dataset.context ?? '', { text, hash: dataset.stone, message: dataset.message }];
}

start();
