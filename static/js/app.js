/**
 * What every page does with JavaScript: dialogs, copying, themes, polling, focus after htmx has swapped a region (keys: keys.js).
 * Without it each of these is a link or a form.
 */

const announcer = document.getElementById('announce');
/** @param {string} text */
const announce = (text) => {
  if (announcer) announcer.textContent = text;
};
const htmx = () => /** @type {any} */ (window).htmx;
document.documentElement.classList.add('has-script');

/* -------------------------------------------------------------------------------------------------------- dialogs */

/** @param {string} id */
function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return false;
  dialog.showModal();
  return true;
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const opener = target.closest('[data-dialog]');
  if (opener && openDialog(/** @type {HTMLElement} */ (opener).dataset.dialog ?? '')) event.preventDefault();
  if (target.closest('[data-close]')) {
    event.preventDefault();
    target.closest('dialog')?.close();
  }
  if (target instanceof HTMLDialogElement) target.close(); // the backdrop
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(target)) menu.removeAttribute('open');
  }
});

/** What a person opens to type in has the focus there. */
document.addEventListener('click', (event) => {
  const panel = /** @type {HTMLDetailsElement | null} */ (/** @type {Element} */ (event.target).closest('[data-focus-open] > summary')?.parentElement);
  if (!panel || panel.open) return;
  setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector(panel.dataset.focusOpen ?? ''))?.focus());
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const menu = document.querySelector('details.menu[open]');
  menu?.removeAttribute('open');
  /** @type {HTMLElement | null | undefined} */ (menu?.querySelector('summary'))?.focus();
});

/* -------------------------------------------------------------------------------------------------------- copying */

/** @param {HTMLElement} button @param {string} words */
function say(button, words) {
  const label = /** @type {HTMLElement} */ (button.querySelector('span:last-child') ?? button);
  const before = label.dataset.before ?? label.textContent ?? '';
  label.dataset.before = before;
  label.textContent = words;
  announce(words);
  setTimeout(() => (label.textContent = before), 1800);
}

/** Copy, or where that is refused select the text so that Ctrl-C does it. @param {HTMLElement} button @param {string} text */
async function copy(button, text, source = /** @type {Element | null} */ (null), copied = 'Copied') {
  try {
    await navigator.clipboard.writeText(text);
    say(button, copied);
  } catch {
    if (source instanceof HTMLInputElement) source.select();
    else if (source) getSelection()?.selectAllChildren(source);
    else return false;
    say(button, 'Press Ctrl-C');
  }
  return true;
}

document.addEventListener('click', async (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-copy]'));
  if (button) {
    const source = document.querySelector(button.dataset.copy ?? '');
    const text = source instanceof HTMLInputElement ? source.value : source?.textContent ?? '';
    await copy(button, text, source);
  }
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest('[data-copy-url]'));
  if (link) {
    event.preventDefault();
    // As much as is open on the page: the same address says so to whoever has no script.
    const lod = new URLSearchParams(location.search).get('lod') ?? '0';
    const url = `${link.dataset.copyUrl}?lod=${encodeURIComponent(lod)}`;
    const loaded = fetch(url).then((response) => (response.ok ? response.text() : null));
    const text = await loaded.catch(() => null); // without a connection, which the browser then says
    const copied = Number(lod) ? `Copied LOD-0 to LOD-${lod}` : 'Copied LOD-0 alone';
    if (text === null || !(await copy(link, text, null, copied))) location.assign(url);
  }
});

/* ----------------------------------------------------------------------------------------------- theme and wishes */

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (!form.matches('.theme') || !button) return;
  event.preventDefault();
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const { name, value } = button;
  const isDefault = button === form.querySelector('button');
  document.cookie = `${name}=${value}; Path=/; Max-Age=${isDefault ? 0 : 31536000}; SameSite=Lax${secure}`;
  if (isDefault) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  for (const each of form.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each === button));
  announce(`${form.querySelector('span')?.textContent}: ${button.textContent}`);
});

/* -------------------------------------------------------------------------------------------------- htmx and focus */

document.addEventListener('htmx:afterSettle', (event) => {
  const { requestConfig, target } = /** @type {CustomEvent} */ (event).detail;
  const wanted = requestConfig?.elt?.closest?.('[data-focus-next]')?.dataset.focusNext;
  const next = wanted ? document.querySelector(wanted) : null;
  if (next) {
    const latest = next.closest('[data-latest]'); // of a conversation: it is shown from its beginning
    next.focus({ preventScroll: true });
    (latest ?? next).scrollIntoView({ block: latest ? 'start' : 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  } else if (document.activeElement === document.body) {
    /** @type {HTMLElement | null} */ (target?.querySelector?.('h1[tabindex]'))?.focus();
  }
});

/** htmx forgets the button that sent a form where it stands outside of it (`form="bulk"`). */
document.addEventListener('htmx:configRequest', (event) => {
  const { formData, triggeringEvent } = /** @type {CustomEvent} */ (event).detail;
  const { name = '', value = '' } = triggeringEvent?.submitter ?? {};
  if (name && !formData.getAll(name).includes(value)) formData.append(name, value);
});

/** What answers with a file or with another page is sent by the browser, not by htmx. */
document.addEventListener('submit', (event) => {
  if (event.submitter?.matches('[data-plain]')) event.stopPropagation();
}, true);

/** Whether a request was sent by a poll and not by a person. @param {Event} event */
const isPoll = (event) => /** @type {CustomEvent} */ (event).detail.elt?.matches?.('[data-poll]') ?? false;
document.addEventListener('htmx:beforeRequest', (event) => {
  if (!isPoll(event)) document.getElementById('problem')?.replaceChildren();
});
document.addEventListener('htmx:beforeSwap', (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  // Nobody asked: a poll that fails leaves the page as it is.
  if (detail.requestConfig?.elt?.matches?.('[data-poll]') && detail.xhr.status >= 400) detail.shouldSwap = false;
  // A notice stands above the region that is swapped: another list is not what it is about. A message beside it is.
  if (detail.boosted && detail.target.id !== 'reading') for (const notice of document.querySelectorAll('#main .messages')) notice.remove();
});
document.addEventListener('htmx:sendError', () => offline(true));
document.addEventListener('htmx:afterOnLoad', (event) => offline(/** @type {CustomEvent} */ (event).detail.xhr.status >= 502));

/** @param {boolean} isOffline */
function offline(isOffline) {
  const bar = document.getElementById('offline');
  if (!isOffline) bar?.remove();
  else if (!bar) {
    const made = document.createElement('p');
    made.id = 'offline';
    made.className = 'offline';
    made.setAttribute('role', 'status');
    made.textContent = 'Offline. What is shown is what was loaded; trying again.';
    document.body.append(made);
  }
}

/* -------------------------------------------------------------------------------------------------------- polling */

const HIDDEN_SECONDS = 60;
/** Seconds since each was asked. @type {WeakMap<HTMLElement, number>} */
const waited = new WeakMap();

/** Ask once; an answer of 204 changes nothing. @param {HTMLElement} element */
async function poll(element) {
  const { poll: url = '', pollTarget = '', pollSwap = 'innerHTML', pollSays = '' } = element.dataset;
  const said = () => (pollSays && document.querySelector(pollSays)?.textContent) || '';
  const before = said();
  const focused = document.activeElement?.id;
  await htmx()?.ajax('GET', url, { source: element, target: pollTarget, swap: pollSwap });
  // A region that is swapped is no live region: nobody would hear what has become of it.
  if (said() !== before) announce(said());
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
}

function tick() {
  if (document.body.dataset.live === 'off') return;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-poll]'))) {
    const seconds = (waited.get(element) ?? 0) + 1;
    const isDue = seconds >= (document.hidden ? HIDDEN_SECONDS : Number(element.dataset.pollSeconds ?? 5));
    waited.set(element, isDue ? 0 : seconds);
    if (isDue) poll(element).catch(() => offline(true));
  }
}

setInterval(tick, 1000);
/** @type {HTMLElement | null} */ (document.querySelector('main [data-focus]'))?.focus();

/* ---------------------------------------------------------------------------------------------------------- inbox */

/** The title says how much is unread, as the badge does: "(3) Stones". */
function entitle() {
  const unread = document.getElementById('badge')?.dataset.unread ?? '';
  const plain = document.title.replace(/^\(\d+\) /, '');
  const title = Number(unread) ? `(${unread}) ${plain}` : plain;
  if (title !== document.title) document.title = title;
}

document.addEventListener('htmx:afterSettle', (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id === 'badge') announce(`${document.getElementById('badge')?.dataset.unread} unread`);
  entitle();
});
entitle();

/** The tab that is open is in sight where its row is too narrow for all. */
function showTab() {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.tabs [aria-current]'))) {
    const row = [tab.closest('ul'), tab.closest('.tabs')].find((each) => each && each.scrollWidth > each.clientWidth);
    if (row) row.scrollLeft += tab.getBoundingClientRect().right - row.getBoundingClientRect().right + 24;
  }
}
document.addEventListener('htmx:afterSettle', showTab);
addEventListener('pageshow', showTab);

/* --------------------------------------------------------------------------------------------------- chosen rows */

const ticksOf = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('[data-tick]')]);

/** What is chosen is counted wherever it says so; what needs a chosen row is off without one. */
function count() {
  const ticks = ticksOf();
  const many = ticks.filter((tick) => tick.checked).length;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-counts]'))) {
    const { counts = '', countsOne = counts } = element.dataset;
    element.dataset.unticked ??= element.textContent ?? '';
    element.textContent = many ? (many === 1 ? countsOne : counts).replace('#', String(many)) : element.dataset.unticked;
  }
  const names = ticks.filter((tick) => tick.checked && tick.dataset.tick).map((tick) => `“${tick.dataset.tick}”`);
  const named = document.querySelector('[data-chosen-names]');
  if (named instanceof HTMLElement) {
    named.hidden = !names.length;
    named.textContent = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-chosen]'))) button.disabled = !many;
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.bulk-bar details:has([data-chosen])'))) {
    if (!many) menu.open = false;
    menu.querySelector('summary')?.setAttribute('aria-disabled', String(!many));
  }
  const all = /** @type {HTMLInputElement | null} */ (document.querySelector('[data-tick-all]'));
  if (all) [all.checked, all.indeterminate] = [many > 0 && many === ticks.length, many > 0 && many < ticks.length];
}

/** The box that was ticked last: with the shift key all from there to this one become as this one is. */
let lastTick = /** @type {HTMLInputElement | null} */ (null);
document.addEventListener('click', (event) => {
  const tick = /** @type {HTMLInputElement | null} */ (/** @type {Element} */ (event.target).closest('[data-tick]'));
  if (!tick) return;
  const ticks = ticksOf();
  const [from, to] = [lastTick ? ticks.indexOf(lastTick) : -1, ticks.indexOf(tick)];
  if (event.shiftKey && from >= 0) {
    for (const each of ticks.slice(Math.min(from, to), Math.max(from, to) + 1)) each.checked = tick.checked;
  }
  lastTick = tick;
  count();
});

document.addEventListener('change', (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.matches('[data-tick-all]')) for (const tick of ticksOf()) tick.checked = target.checked;
  if (target.matches('[data-tick], [data-tick-all]')) count();
});
document.addEventListener('click', (event) => {
  if (/** @type {Element} */ (event.target).closest('summary[aria-disabled="true"]')) event.preventDefault();
});
document.addEventListener('htmx:afterSettle', count);
addEventListener('pageshow', count); // also of a page that the browser kept, whose boxes are still ticked

/** Where the row was whose button is gone with it, or the one with the focus, and in which list: it has the focus again,
 * else the next one, which opens if that was open. */
let leaving = { at: -1, list: '', link: '', isOpen: false };
document.addEventListener('click', (event) => {
  const button = /** @type {Element} */ (event.target).closest('[data-done], [data-snooze]');
  const own = button?.closest('[data-row]');
  const row = own ?? (button && document.activeElement?.closest('[data-row]'));
  const list = row?.parentElement;
  const staying = [...(list?.children ?? [])].filter((each) => own || each === row || !each.querySelector('[data-tick]:checked'));
  const link = row?.querySelector('[data-open]');
  leaving = { at: row ? staying.indexOf(row) : -1, list: list?.id ?? '', link: link?.id ?? '', isOpen: Boolean(link?.matches('[aria-current]')) };
});
document.addEventListener('htmx:afterSettle', (event) => {
  const { requestConfig } = /** @type {CustomEvent} */ (event).detail;
  if (leaving.at < 0 || requestConfig?.verb !== 'post') return;
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`#${leaving.list} [data-open]`)]);
  const same = rows.find((each) => each.id && each.id === leaving.link);
  const next = same ?? rows[Math.min(leaving.at, rows.length - 1)];
  next?.focus();
  if (leaving.isOpen && !same) next?.click();
  leaving = { at: -1, list: '', link: '', isOpen: false };
});

/* A message opens beside the list where there is room for two panes, as css/site.css says; else it is a page of its own. */
document.addEventListener('htmx:beforeRequest', (event) => {
  const { elt, target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id !== 'reading' || matchMedia('(min-width: 1024px)').matches) return;
  event.preventDefault();
  location.assign(elt.href);
});
document.addEventListener('htmx:afterSettle', (event) => {
  if (/** @type {CustomEvent} */ (event).detail.target?.id !== 'reading') return;
  const thread = document.getElementById('thread');
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('#inbox [data-open]'))) {
    if (link.pathname.endsWith(`/${thread?.dataset.message}`)) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  announce(`Opened: ${thread?.querySelector('h1')?.textContent}`);
});
