/** The chat: Enter asks, a long conversation opens at its end. Without this the button asks, and the page scrolls. */

document.addEventListener('keydown', (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  const form = /** @type {HTMLFormElement | null} */ (field.closest('textarea') && field.closest('form[data-ask]'));
  if (!form || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector('button'));
});

if (!location.hash) document.querySelector('[data-latest]')?.scrollIntoView({ block: 'start' });
