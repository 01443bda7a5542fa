/** Elements made one by one: no text of anybody's is ever read as HTML. */

/**
 * An element with its properties, listeners (`onclick`) and children; what is null or false is left out.
 *
 * @param {string} tag @param {Record<string, any>} [props] a property where the element has one, else an attribute
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const made = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(.../** @type {any[]} */ (children.filter((child) => child)));
  return made;
}

/** @param {string} className @param {...any} children */
export const p = (className, ...children) => el('p', { className }, ...children);

/** @param {string} className @param {...any} children */
export const div = (className, ...children) => el('div', { className }, ...children);

/** A button that acts. @param {string} text @param {(event: Event) => unknown} onclick @param {string} [className]
 * @param {object} [more] properties */
export const button = (text, onclick, className = '', more = {}) => el('button', { type: 'button', className, onclick, ...more }, text);

/** A form that acts, once at a time. @param {string} ariaLabel @param {() => Promise<any>} act @param {...any} parts @returns {any} */
export function form(ariaLabel, act, ...parts) {
  const onsubmit = async (/** @type {any} */ event) => {
    event.preventDefault();
    event.submitter.disabled = true;
    await act();
    event.submitter.disabled = false;
  };
  return el('form', { ariaLabel, onsubmit }, ...parts);
}

const MARKS = /```[^`\n]*\n(?:([^]*?)\n)??```|```[^`\n]*\n([^]*)$|`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+)\)|^#{1,6} ([^\n]+)/gm;

/**
 * The little of Markdown that answers need: code, bold, links, headings; lists and paragraphs are lines as they stand.
 *
 * Nothing becomes anything but text in an element. A link leads to a page of the web alone, and says to which: what is
 * answered may repeat what a stranger wrote. Every character is looked at a few times at most, whatever the text.
 *
 * @param {string} text @returns {DocumentFragment}
 */
export function markdown(text) {
  const place = document.createDocumentFragment();
  let end = 0;
  for (const { 0: all, 1: block, 2: unclosed, 3: code, 4: bold, 5: label, 6: href, 7: title, index } of text.matchAll(MARKS)) {
    const found = href
      ? el('a', { href, rel: 'noreferrer', target: '_blank' }, `${label} (${href})`)
      : bold || title
        ? el('b', {}, markdown(bold || title))
        : code
          ? el('code', {}, code)
          : el('pre', { className: 'text', tabIndex: 0 }, block ?? unclosed ?? '');
    place.append(text.slice(end, index), found);
    end = index + all.length;
  }
  place.append(text.slice(end));
  return place;
}

/** 1,204 */
export const number = (/** @type {number} */ count) => count.toLocaleString('en');

const FIELDS = 'input,textarea,select';

/**
 * Whether an event happens where somebody writes: the page's own field keeps its paste, its keys and its menu.
 *
 * A component that shows nothing of its inside counts as a field, as nobody can tell.
 *
 * @param {Event} event
 */
export function isInField(event) {
  const path = /** @type {any[]} */ (event.composedPath().filter((node) => node instanceof Element));
  const isClosed = path[0] && customElements.get(path[0].localName) && !path[0].shadowRoot;
  return isClosed || path.some((node) => node.matches(FIELDS) || node.isContentEditable);
}
