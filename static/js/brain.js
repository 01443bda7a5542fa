/** The chat: Enter asks, a long conversation opens at its end. Without this the button asks, and the page scrolls. */

document.addEventListener('keydown', (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  const form = /** @type {HTMLFormElement | null} */ (field.closest('textarea') && field.closest('form[data-ask]'));
  if (!form || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector('button'));
});

if (!location.hash) document.querySelector('[data-latest]')?.scrollIntoView({ block: 'start' });

/* What is typed while the answer to another question is awaited stays: the answer brings a new field. */
let sent = '';
let typed = '';
const questionField = () => /** @type {HTMLTextAreaElement | null} */ (document.querySelector('form[data-ask] #q'));
document.addEventListener('htmx:beforeRequest', (event) => {
  if (event.target === questionField()?.form) sent = questionField().value;
});
document.addEventListener('htmx:beforeSwap', () => (typed = questionField()?.value ?? ''));
document.addEventListener('htmx:afterSwap', () => {
  const field = questionField();
  if (field && !field.value && typed !== sent) field.value = typed;
});
