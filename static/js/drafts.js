/**
 * What is written in a form with `data-draft` outlives the page: it is stored in this tab until the server says that it has taken it, and
 * stands in the form again after a visit elsewhere, a refusal, a failure, or signing in anew. Only what differs from the form as it was
 * served is stored, and it returns only to fields that are served as they were then: an address that fills a field in is stronger. What
 * does not return stays stored until its field is written in.
 */

const PREFIX = 'qastone-form-';
const account = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=account]'))?.content;
const OWN = `${PREFIX}${account}-`;
const FIELDS = 'textarea, select, input:not([type=password], [type=hidden], [type=file], [hx-get])';

/** What was written in each field, by its name. @typedef {Record<string, { served: string[], value: string[] }>} Draft */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @param {HTMLFormElement} form */
const keyOf = (form) => OWN + form.dataset.draft;
const draftForms = () => /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-draft]'));

/** Fields that did not get back what is stored of them, and of these the ones that were written in since. @type {WeakSet<Field>} */
const apart = new WeakSet();
/** @type {WeakSet<EventTarget>} */
const touched = new WeakSet();

/** @param {string} key @returns {Draft} */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}').fields ?? {};
  } catch {
    sessionStorage.removeItem(key); // Not ours: another script's, or cut.
    return {};
  }
}

/** @param {string} key @param {Draft} draft */
function write(key, draft) {
  try {
    if (Object.keys(draft).length) sessionStorage.setItem(key, JSON.stringify({ fields: draft }));
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

/**
 * What a field says, or said as it was served; a box that is not ticked says "". One with `data-draft-served` repeats what was answered:
 * what is written in it next belongs to the field as that attribute has it.
 * @param {Field} field @param {boolean} served
 */
function said(field, served) {
  if (served && field.dataset.draftServed !== undefined) return field.dataset.draftServed;
  if (field instanceof HTMLSelectElement) {
    return served ? ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value ?? '' : field.value;
  }
  if (isBox(field)) return (served ? field.defaultChecked : field.checked) ? field.value : '';
  return served ? field.defaultValue : field.value;
}

/** @param {string[]} a @param {string[]} b */
const isSame = (a, b) => a.length === b.length && a.every((each, at) => each === b[at]);

/** @param {HTMLFormElement} form */
function keep(form) {
  const before = read(keyOf(form));
  /** @type {Draft} */
  const draft = {};
  for (const [name, fields] of fieldsOf(form)) {
    const isApart = fields.every((each) => apart.has(each));
    if (isApart && before[name] && !fields.some((each) => touched.has(each))) {
      draft[name] = before[name];
      continue;
    }
    // A form that came back with errors is served with what was written in it.
    const served = (isApart ? null : before[name]?.served) ?? fields.map((each) => said(each, true));
    const value = fields.map((each) => said(each, false));
    if (!isSame(value, served)) draft[name] = { served, value };
  }
  write(keyOf(form), draft);
}

/** @param {HTMLFormElement} form */
function restore(form) {
  const draft = read(keyOf(form));
  let isChanged = false;
  for (const [name, fields] of fieldsOf(form)) {
    const { served, value } = draft[name] ?? {};
    if (!served || !value) continue;
    const now = [true, false].map((as) => fields.map((each) => said(each, as)));
    if (!now.every((each) => isSame(served, each))) {
      if (!isSame(value, now[0])) for (const field of fields) apart.add(field);
      continue;
    }
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

/** @param {Event} event */
const formOf = (event) => /** @type {HTMLFormElement | null} */ (/** @type {Element} */ (event.target).closest?.('form[data-draft]') ?? null);

if (account) {
  // Whoever was signed in here before: where signing out could not empty the storage, their draft is still there.
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(OWN)) sessionStorage.removeItem(key);
  }
  // The page after a form that was taken says so (core/pages/taken_drafts.py). No other page is a receipt.
  const taken = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=taken-draft]'))?.content;
  if (taken) sessionStorage.removeItem(OWN + taken);
  for (const form of draftForms()) restore(form);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  for (const name of ['input', 'change']) {
    document.addEventListener(name, (event) => {
      const form = formOf(event);
      if (!form) return;
      touched.add(/** @type {EventTarget} */ (event.target));
      clearTimeout(soon);
      soon = setTimeout(() => keep(form), 60);
    });
  }
  document.addEventListener('submit', (event) => {
    clearTimeout(soon);
    const form = formOf(event);
    if (form) keep(form);
  });
  document.addEventListener('formdata', (event) => {
    const form = formOf(event);
    if (form?.method === 'post') event.formData.set('draft', form.dataset.draft ?? '');
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
    sessionStorage.removeItem(keyOf(form));
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
