/**
 * The keys of the pages: what the help dialog lists, and how they press what stands on the page.
 * They press buttons and links that are there: nothing can be done by keys alone.
 */

/** One list of keys: the help dialog's rows. */
const shortcuts = [...document.querySelectorAll('#help [data-keys]')].map((row) => {
  const { keys = '', does = '', target = '' } = /** @type {HTMLElement} */ (row).dataset;
  return { keys, does, target, title: row.querySelector('th')?.textContent ?? '' };
});
let typed = '';
let forget = 0;

/** Whether something is written on the page that leaving it would lose. */
const hasDraft = () =>
  [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('main form[method=post] :is(textarea, input[type=text])'))].some(
    (field) => field.value !== field.defaultValue,
  );

function refuse() {
  const announcer = document.getElementById('announce');
  if (announcer) announcer.textContent = 'Nothing was done: what you wrote is not sent yet';
}

/** @param {HTMLElement | null} dialog */
function show(dialog) {
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** @param {{ does: string, target: string }} shortcut */
function act({ does, target }) {
  if (['go', 'click', 'row', 'chosen'].includes(does) && hasDraft()) return refuse();
  const found = /** @type {HTMLElement | null} */ (does === 'go' || does === 'dialog' ? null : document.querySelector(target));
  if (does === 'go') location.assign(target);
  else if (does === 'dialog') show(document.getElementById(target));
  else if (does === 'range') rowOf(document.activeElement)?.querySelector(target)?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
  else if (does === 'row') {
    // A row of the list says the same of the message that is open beside it.
    const inRow = rowOf(document.activeElement)?.querySelector(target);
    (inRow ?? /** @type {HTMLElement | null} */ (document.querySelector(`[data-row][data-current] ${target}`)))?.click();
  }
  else if (does === 'chosen') actOnChosen(target);
  else if (does === 'focus' && found) {
    found.focus();
    if (found instanceof HTMLInputElement) found.select();
  } else if (does === 'click') found?.click();
  else if (does === 'next' || does === 'previous') move(target, does === 'next' ? 1 : -1);
}

/** The row that an element is in, or else the one that the page is about. @param {Element | null} element @returns {any} */
const rowOf = (element) => element?.closest('[data-row]') ?? document.querySelector('[data-row][data-current]');

/** Press what acts on the ticked rows; without one, or in a message, on that row: by its own button, or ticked for it. @param {string} target */
function actOnChosen(target) {
  const row = rowOf(document.activeElement);
  const own = /** @type {HTMLElement | null | undefined} */ (row?.querySelector(target));
  const hasTicked = Boolean(document.querySelector('[data-tick]:checked'));
  if (own && !(hasTicked && !document.activeElement?.closest('#thread'))) return own.click();
  const listed = row?.closest('#thread') ? document.querySelector('#mails [data-row]:has([aria-current])') : row;
  if (!hasTicked) /** @type {HTMLElement | null | undefined} */ (listed?.querySelector('[data-tick]'))?.click();
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-chosen]${target}`))?.click();
}

/** @param {string} selector @param {number} step */
function move(selector, step) {
  const row = document.activeElement?.closest('[data-row]');
  const all = /** @type {HTMLElement[]} */ ([...(row?.closest('#inbox, #thread') ?? document).querySelectorAll(selector)]);
  const rows = all.filter((each) => each.getClientRects().length);
  const isHere = (/** @type {HTMLElement} */ each) => (row ? each.closest('[data-row]') === row : each.matches('[aria-current]'));
  const at = rows.findIndex(isHere);
  rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
}

document.addEventListener('keydown', (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  const isTyping = at.isContentEditable || at.closest('input, textarea, select');
  if (document.body.dataset.shortcuts === 'off' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector('dialog[open]') || event.key.length !== 1) return;
  clearTimeout(forget);
  typed = typed ? `${typed} ${event.key}` : event.key;
  const shortcut = shortcuts.find(({ keys }) => keys === typed) ?? shortcuts.find(({ keys }) => keys === event.key);
  if (shortcut) {
    event.preventDefault();
    typed = '';
    document.dispatchEvent(new CustomEvent('qastone:shortcut', { detail: shortcut.title })); // counted, if anybody counts
    act(shortcut);
  } else if (shortcuts.some(({ keys }) => keys.startsWith(`${typed} `))) {
    forget = setTimeout(() => (typed = ''), 1200);
  } else typed = '';
});

/** What is written is sent from where it is written. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
  const form = /** @type {HTMLInputElement} */ (event.target).form;
  const button = /** @type {HTMLButtonElement | null | undefined} */ (form?.querySelector('[data-send]'));
  if (!button) return;
  event.preventDefault();
  form?.requestSubmit(button);
});

/** What says that it is a button is pressed as one: a link answers to Enter alone. */
document.addEventListener('keydown', (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest('a[role="button"]');
  if (event.key !== ' ' || !link || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault(); // it would scroll the page
  if (!event.repeat) /** @type {HTMLElement} */ (link).click();
});
