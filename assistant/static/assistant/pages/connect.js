/** The window of a connection: what it was given goes to the page that opened it, and to no other origin. */

const handed = document.getElementById('handed');
const said = document.getElementById('said');

if (handed && said) {
  const { grant, expires, origin } = JSON.parse(handed.textContent ?? '');
  if (window.opener) {
    // Delivered only while the page still shows this origin.
    window.opener.postMessage({ type: 'qastone-grant', grant, expires }, origin);
    said.textContent = 'Connected. This window can be closed.';
    window.close();
  } else {
    said.textContent = 'The page that asked is gone, so nothing was handed over. Close this window, and connect there again.';
  }
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-close]'))) {
  button.hidden = false;
  button.addEventListener('click', () => window.close());
}

/** A press that was meant for what stood under the pointer before this window came up approves nothing. */
const approve = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-approve]'));
let waits = 0;

function hold() {
  if (!approve) return;
  approve.disabled = true;
  clearTimeout(waits);
  waits = setTimeout(() => (approve.disabled = false), 800);
}

hold();
addEventListener('focus', hold);
document.addEventListener('visibilitychange', hold);
