/**
 * A text file goes into the paste page's box as if its text had been pasted: chosen, or dropped on the box. It is read in the browser, and
 * nothing is sent. What stood in the box before can be put back.
 */

const box = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'));
const chooser = /** @type {HTMLInputElement} */ (document.getElementById('file'));
const said = /** @type {HTMLElement} */ (document.getElementById('file-said'));
const back = /** @type {HTMLButtonElement} */ (document.getElementById('file-back'));
const maxBytes = Number(/** @type {HTMLElement} */ (box.form).dataset.maxBytes);
const number = new Intl.NumberFormat('en').format;
let before = '';

/** @param {string} text */
function put(text) {
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true })); // the page looks at it, and it is kept as a draft
}

/** @param {string} message @param {boolean} [isFault] */
function say(message, isFault = false) {
  said.textContent = message;
  said.classList.toggle('warn', isFault);
}

/** The text of a file; why it has none that could be stored is thrown as an Error. @param {File} file */
async function textOf(file) {
  if (file.size > maxBytes) throw new Error(`has ${number(file.size)} bytes; ${number(maxBytes)} is the most`);
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    // A TypeError is a fault of its bytes; any other, that the browser may not read it: a folder, or deleted meanwhile.
    throw new Error(error instanceof TypeError ? 'is no text in UTF-8' : 'cannot be read');
  }
  if (text.includes('\0')) throw new Error('is no text');
  if (!text.trim()) throw new Error('is empty');
  return text;
}

/** @param {FileList | null | undefined} files */
async function take(files) {
  const [file, ...others] = files ?? [];
  if (!file) return;
  try {
    if (others.length) throw new Error(`and ${others.length} more: only one at a time is read`);
    const text = await textOf(file);
    before = box.value;
    back.hidden = !before.trim();
    put(text);
    say(`${file.name} is in the box.`);
  } catch (error) {
    say(`${file.name} ${/** @type {Error} */ (error).message}. The box is as it was.`, true);
  }
}

document.getElementById('file-choose')?.addEventListener('click', () => chooser.click());
chooser.addEventListener('change', async () => {
  await take(chooser.files);
  chooser.value = ''; // so that the same one can be chosen again
});
/** @param {DragEvent} event */
const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
box.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault());
box.addEventListener('drop', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault(); // a browser would go to the file
  take(event.dataTransfer?.files);
});
back.addEventListener('click', () => {
  put(before);
  back.hidden = true;
  say('The box is as it was.');
  box.focus();
});
