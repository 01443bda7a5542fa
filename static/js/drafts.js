/**
 * What is written in a form with `data-draft` outlives the page: it is stored in this tab until the server has taken it, and stands in the
 * form again after a visit elsewhere, a refusal, or signing in anew. Only what differs from the form as it was served is stored, and it
 * returns only to fields that are served as they were then: an address that fills a field in is stronger.
 */

const PREFIX = 'qastone-form-';
const account = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=account]'))?.content;
const OWN = `${PREFIX}${account}-`;
const FIELDS = 'textarea, select, input:is([type=text], [type=search], [type=checkbox], [type=radio]):not([hx-get])';

/** @typedef {{ isSent: boolean, fields: Record<string, { served: string[], value: string[] }> }} Draft */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @param {HTMLFormElement} form */
const keyOf = (form) => OWN + form.dataset.draft;
const draftForms = () => /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-draft]'));

/** @param {string} key @returns {Draft | null} */
const read = (key) => JSON.parse(sessionStorage.getItem(key) ?? 'null');

/** @param {string} key @param {Draft} draft */
function write(key, draft) {
  try {
    if (Object.keys(draft.fields).length) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // No room, or refused: the form itself still has it.
  }
}

/** The fields of a form by their name: of boxes several. @param {HTMLFormElement} form */
function fieldsOf(form) {
  /** @type {Map<string, Field[]>} */
  const found = new Map();
  for (const field of /** @type {Iterable<Field>} */ (form.elements)) {
    if (field.name && field.matches(FIELDS)) found.set(field.name, [...(found.get(field.name) ?? []), field]);
  }
  return found;
}

/** @param {Field} field @returns {field is HTMLInputElement} */
const isBox = (field) => ['checkbox', 'radio'].includes(field.type);

/** What a field says, or said as it was served; a box that is not ticked says "". @param {Field} field @param {boolean} served */
function said(field, served) {
  if (field instanceof HTMLSelectElement) {
    return served ? ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value ?? '' : field.value;
  }
  if (isBox(field)) return (served ? field.defaultChecked : field.checked) ? field.value : '';
  return served ? field.defaultValue : field.value;
}

/** @param {string[]} a @param {string[]} b */
const isSame = (a, b) => a.length === b.length && a.every((each, at) => each === b[at]);

/** @param {HTMLFormElement} form */
function keep(form, isSent = false) {
  const before = read(keyOf(form))?.fields ?? {};
  /** @type {Draft} */
  const draft = { isSent, fields: {} };
  for (const [name, fields] of fieldsOf(form)) {
    // A form that came back with errors is served with what was written in it.
    const served = before[name]?.served ?? fields.map((each) => said(each, true));
    const value = fields.map((each) => said(each, false));
    if (!isSame(value, served)) draft.fields[name] = { served, value };
  }
  write(keyOf(form), draft);
}

/** @param {HTMLFormElement} form */
function restore(form) {
  const draft = read(keyOf(form));
  if (!draft) return;
  write(keyOf(form), { ...draft, isSent: false });
  let isChanged = false;
  for (const [name, fields] of fieldsOf(form)) {
    const { served, value } = draft.fields[name] ?? {};
    if (!served || !value || ![true, false].every((as) => isSame(served, fields.map((each) => said(each, as))))) continue;
    isChanged = true;
    for (const [at, field] of fields.entries()) {
      if (isBox(field)) field.checked = Boolean(value[at]);
      else field.value = value[at];
      field.closest('details')?.setAttribute('open', '');
    }
  }
  const note = /** @type {HTMLElement | null} */ (form.querySelector('[data-draft-note]'));
  if (note) note.hidden = !isChanged;
}

/** What was sent has been taken, if this page is no error, and not the form again. */
function forgetSent() {
  if (document.querySelector('main > .error')) return;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(OWN) && read(key)?.isSent) sessionStorage.removeItem(key);
  }
}

/** @param {Event} event */
const formOf = (event) => /** @type {HTMLFormElement | null} */ (/** @type {Element} */ (event.target).closest?.('form[data-draft]') ?? null);

if (account) {
  // Whoever was signed in here before: where signing out could not empty the storage, their draft is still there.
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(OWN)) sessionStorage.removeItem(key);
  }
  for (const form of draftForms()) restore(form);
  forgetSent();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  for (const name of ['input', 'change']) {
    document.addEventListener(name, (event) => {
      const form = formOf(event);
      if (!form) return;
      clearTimeout(soon);
      soon = setTimeout(() => keep(form), 60);
    });
  }
  document.addEventListener('submit', (event) => {
    clearTimeout(soon);
    const form = formOf(event);
    if (form) keep(form, true);
  });
  document.addEventListener('htmx:beforeOnLoad', (event) => {
    const { xhr, elt } = /** @type {CustomEvent} */ (event).detail;
    // The session has ended, perhaps by signing out in another tab, which emptied the storage: this page is left.
    if (xhr.getResponseHeader('HX-Redirect')) for (const form of draftForms()) keep(form);
    else if (elt.matches?.('form[data-draft]') && xhr.status < 300) sessionStorage.removeItem(keyOf(elt));
  });
  document.addEventListener('click', (event) => {
    const form = /** @type {Element} */ (event.target).closest('[data-draft-discard]') && formOf(event);
    if (!form) return;
    form.reset();
    form.querySelector('[data-draft-note]')?.setAttribute('hidden', '');
    const field = /** @type {HTMLElement | null} */ (form.querySelector('textarea'));
    field?.focus();
    field?.dispatchEvent(new Event('input', { bubbles: true })); // a preview looks again
  });
  document.addEventListener('qastone:taken', (event) => {
    const form = formOf(event);
    if (form) sessionStorage.removeItem(keyOf(form));
  });
} else if (Object.keys(sessionStorage).some((key) => key.startsWith(PREFIX))) {
  document.querySelector('[data-drafts-wait]')?.removeAttribute('hidden');
}
