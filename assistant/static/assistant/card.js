/** A stone that was met, as it is shown: what it is, how much of it is in use, what more would cost. */

import { FormatError } from '../stones/reader.js';
import { ApiError, offline } from './api.js';
import { button, div, el, markdown, number, p } from './dom.js';
import { Blocked } from './reading.js';

export class Card {
  /** @param {import('./reading.js').Reading} reading */
  constructor(reading) {
    this.reading = reading;
    /** Called when a level was loaded. @type {(level: import('./reading.js').Level) => void} */
    this.loaded = () => {};
    /** Called when a level was loaded by hand. */
    this.onAsk = () => {};
    /** Called when nothing more is loaded, with why. @type {(why: string) => void} */
    this.stopped = () => {};
    const { header, config, plan } = reading;
    this.channel = header.glow_channel;
    const hash = header.border_hash.slice(0, 12);
    const dot = el('span', { className: 'dot' });
    dot.style.setProperty('--channel', config.channels[this.channel]?.color ?? '');
    this.meter = el('progress', { max: header.lod_count, ariaHidden: 'true' });
    this.use = p('use');
    this.cost = p('note cost');
    this.levels = div('');
    this.note = p('note');
    this.more = button('', () => this.loadMore(), 'main');
    this.actions = div('row', this.more);
    this.element = el(
      'article',
      { className: 'card', ariaLabel: `Stone ${hash}`, 'data-context': 'stone' },
      el('h3', { className: 'row' }, dot, this.channel, el('span', { className: 'note' }, `${header.stone_type || 'no type'} · ${hash}`)),
      div('row', this.meter, this.use),
      this.cost,
      p('note', `Why: ${plan.reason}.`),
      this.levels,
      this.note,
      this.actions,
    );
    this.element.card = this;
    this.show();
  }

  show() {
    const { level, next, header, tokens } = this.reading;
    const count = header.lod_count;
    const about = tokens.isExact ? '' : '≈ ';
    this.meter.value = level + 1;
    this.use.textContent = level < 0 ? 'Header only' : `LOD-${level} of ${count} in use`;
    this.cost.textContent = `≈ ${number(tokens.read)} tokens read` + (tokens.saved === null ? '' : ` · ${about}${number(tokens.saved)} saved (${tokens.percent}%)`);
    this.more.hidden = !next;
    if (next) this.more.textContent = `Load more context${next.tokens === null ? '' : ` (+${about}${number(next.tokens)} tokens)`}`;
  }

  /** Load the levels up to one. False where it stopped: why, the card says. @param {number} level */
  async loadTo(level) {
    this.more.disabled = true;
    try {
      for (let loaded; (loaded = await this.reading.load(level)); ) this.add(loaded);
      this.tell();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    } finally {
      this.more.disabled = false;
      this.show();
    }
  }

  /** What is known of the stone, beside its levels. */
  tell() {
    const { isStored, isWhole, verdict, warnings } = this.reading;
    const why = isWhole ? 'Named by another writer’s rule: whether the text was changed cannot be checked.' : 'Its hash cannot be checked: this copy was cut.';
    const hash = verdict === 'verified' ? 'Its content matches its hash.' : 'Unverified. ' + why;
    const where = isStored ? 'Stored here: what is loaded is counted.' : 'Read from the paste: it is counted nowhere.';
    this.#say([hash, where, ...warnings.map((each) => `Note: ${each}.`)].join(' '));
  }

  /** One more level, with the focus on it. */
  async loadMore() {
    if (!this.reading.next || !(await this.loadTo(this.reading.level + 1))) return;
    this.levels.lastElementChild.firstElementChild.focus();
    this.onAsk();
  }

  /** Offer a helper for the rest of it. @param {any} assistant */
  async offerHelper(assistant) {
    await (await import('./helping.js').catch(offline)).offer(this, assistant);
  }

  /** Show a level that was loaded. @param {import('./reading.js').Level} loaded */
  add(loaded) {
    const { level, name, text, tokens, isExact } = loaded;
    for (const shown of this.levels.children) shown.open = false;
    const title = el('summary', {}, el('b', {}, `LOD-${level} ${name}`), ` · ${isExact ? '' : '≈ '}${number(tokens)} tokens`);
    this.levels.append(el('details', { open: true }, title, el('div', { className: 'text', tabIndex: 0, role: 'group', ariaLabel: `Text of LOD-${level}` }, markdown(text))));
    this.loaded(loaded);
  }

  /** @param {string} text */
  #say(text, className = 'note') {
    Object.assign(this.note, { textContent: text, className });
  }

  /** @param {unknown} error */
  #fail(error) {
    const isDamaged = error instanceof FormatError;
    if (error instanceof ApiError) this.#say(error.message, 'fault');
    else if (isDamaged || error instanceof Blocked) {
      this.element.classList.add('blocked');
      this.#say(isDamaged ? `It is damaged: ${error.message}.` : 'Blocked: its content does not match its hash.', 'fault');
      this.actions.remove();
    } else throw error;
    this.stopped(this.note.textContent);
  }
}
