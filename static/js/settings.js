/** The settings page: a colour is picked as well as typed. Without JavaScript it is typed. */

for (const pick of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[data-picks]'))) {
  const typed = /** @type {HTMLInputElement | null} */ (document.getElementById(pick.dataset.picks ?? ''));
  pick.addEventListener('input', () => {
    if (typed) typed.value = pick.value.toUpperCase();
  });
  typed?.addEventListener('input', () => {
    if (/^#[0-9a-f]{6}$/i.test(typed.value.trim())) pick.value = typed.value.trim().toLowerCase();
  });
}
