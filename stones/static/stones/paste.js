/**
 * The paste page: knows a stone when it is pasted, reads its header only, and opens one level after the other on request.
 *
 * Nothing leaves the browser until a level is asked for; then its header and hashes go out, to ask whether the stone is stored here and
 * reads the same. A stored stone is read through the server, so that its ledger knows; any other from the paste, which is sent once, without
 * being stored, to compare its levels with its source. Without this script the page does the same by POST (stones/views/paste_page.py).
 */

import { FormatError, QAStoneParser, borderHash, estimateTokens, headOf, levelName, parseAll, verify } from './qastone.js';
import { trim } from './reader.js';

const OPEN = '§QASTONE§';
const TASKS = { quick: { quick: true }, full: { needsFullContext: true } };

const form = /** @type {HTMLFormElement} */ (document.getElementById('paste'));
const box = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'));
const result = /** @type {HTMLElement} */ (document.getElementById('result'));
const token = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name=csrf-token]')).content;
const maxBytes = Number(form.dataset.maxBytes);
const parser = new QAStoneParser({ channels: JSON.parse(form.dataset.channels ?? 'null') ?? undefined });
const number = new Intl.NumberFormat('en').format;
/** What is shown belongs to this paste; what an earlier one still waits for is dropped. */
let generation = 0;
/** How many cards there have been: each has its own group of radio buttons. */
let cards = 0;

/** @param {string} id @returns {HTMLElement} */
function fromTemplate(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(`${id}-template`));
  return /** @type {HTMLElement} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
}

/** @param {ParentNode} root @param {string} name @param {string} text */
function fill(root, name, text) {
  for (const slot of root.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text;
}

/** @param {ParentNode} root @param {string} name @param {boolean} isShown */
function show(root, name, isShown) {
  for (const part of root.querySelectorAll(`[data-part="${name}"], [data-act="${name}"]`)) {
    /** @type {HTMLElement} */ (part).hidden = !isShown;
  }
}

/** @param {string} text */
const announce = (text) => {
  const region = document.getElementById('announce');
  if (region) region.textContent = text;
};

/** Put the caret on a line of the box, and the line into view. @param {number} line */
function showLine(line) {
  const lines = box.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  box.focus();
  box.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  box.scrollTop = (box.scrollHeight / lines.length) * Math.max(line - 4, 0);
}

/** @param {FormatError} error */
const placeOf = (error) => `Line ${error.line}${error.column ? `, column ${error.column}` : ''}`;

/** @param {ParentNode} root @param {FormatError} error */
function fillFault(root, error) {
  fill(root, 'place', placeOf(error));
  fill(root, 'reason', error.reason);
  fill(root, 'line', (box.value.split('\n')[error.line - 1] ?? '').slice(0, 300) || '(an empty line)');
  root.querySelector('[data-act=show-line]')?.addEventListener('click', () => showLine(error.line));
}

/** One stone of the paste, from its header on. */
class StoneCard {
  /** @param {string} text from its opening mark on @param {import('./qastone.js').Header} header */
  constructor(text, header) {
    this.text = text;
    this.header = header;
    this.opened = 0;
    /** @type {string | null | undefined} where it is stored here; undefined: nobody has asked yet */
    this.url = undefined;
    /** @type {string} what the server is asked for: the header's name until the content itself is hashed */
    this.hash = header.border_hash;
    /** Whether its source is here: without it, it cannot be stored. */
    this.isWhole = false;
    /** @type {{ part: string, url: string } | null} what of it reads otherwise where it is stored */
    this.changed = null;
    /** @type {string[] | undefined} the SHA-256 of each of its levels; undefined: the browser cannot tell */
    this.digests = undefined;
    /** Its levels are looked at before any of them is asked for. @type {Promise<void>} */
    this.isChecked = new Promise((resolve) => (this.endCheck = resolve));
    /** How many levels can be had. */
    this.available = header.delivered_lod === null || header.delivered_lod === undefined ? header.lod_count : header.delivered_lod + 1;
    this.element = fromTemplate('stone');
    const group = `task-${++cards}`;
    for (const radio of this.element.querySelectorAll('input[type=radio]')) {
      /** @type {HTMLInputElement} */ (radio).name = group;
    }
    this.element.addEventListener('change', () => this.decide());
    this.element.querySelector('[data-act=load]')?.addEventListener('click', () => this.load());
    this.element.querySelector('[data-act=store]')?.addEventListener('click', () => this.store());
    this.showHeader();
    this.decide();
  }

  showHeader() {
    const { header, element } = this;
    element.dataset.channel = header.glow_channel;
    fill(element, 'channel', header.glow_channel);
    fill(element, 'type', header.stone_type || 'none');
    fill(element, 'hash', header.border_hash);
    fill(element, 'title', header.source_agent ? `A stone from ${header.source_agent.slice(0, 60)}` : 'A stone');
    fill(element, 'read', 'Header read. No level is open, and nothing was sent.');
  }

  /** Which level to use, for the task that is chosen; what it costs and saves. */
  decide() {
    const chosen = /** @type {HTMLInputElement | null} */ (this.element.querySelector('input[type=radio]:checked'))?.value ?? '';
    const assessment = parser.assessRequiredLOD(this.header, TASKS[/** @type {'quick' | 'full'} */ (chosen)]);
    this.use = Math.min(assessment.level, this.available - 1);
    fill(this.element, 'use', `LOD-${this.use} of 0–${this.header.lod_count - 1}`);
    fill(this.element, 'reason-use', assessment.reason);
    fill(this.element, 'helper', assessment.spawnHelper ? 'yes, for the rest' : 'no');
    this.showPrices();
    this.showLoad();
  }

  showPrices() {
    const { element } = this;
    let savings;
    try {
      savings = parser.getTokenSavings(this.text, this.use);
    } catch (error) {
      if (error instanceof FormatError) return;
      throw error;
    }
    const about = savings.estimate ? '≈ ' : '';
    this.about = about;
    this.prices = savings.levelTokens;
    fill(element, 'header-tokens', `≈ ${number(savings.headerTokens)}`);
    fill(element, 'with', `with LOD-${this.use}`);
    fill(element, 'cost', `${about}${number(savings.loadedTokens)}`);
    const { headerTokens, levelTokens, loadedTokens, fullTokens } = savings;
    // All that was pasted; of a copy without its source, that source.
    const whole = this.isWhole && levelTokens ? levelTokens.reduce((sum, tokens) => sum + tokens, headerTokens) : fullTokens;
    show(element, 'whole', whole !== null);
    if (whole === null) return;
    fill(element, 'whole', `${about}${number(whole)}`);
    const saved = whole - loadedTokens;
    fill(element, 'saved', saved > 0 ? `${number(saved)} (${Math.round((100 * saved) / (whole || 1))}%)` : 'nothing');
  }

  /** The button names the next level and its price: the one to use at first, then one at a time. */
  showLoad() {
    const button = /** @type {HTMLButtonElement} */ (this.element.querySelector('[data-act=load]'));
    const next = this.opened || (this.use ?? 0);
    button.hidden = next >= this.available;
    const price = this.prices?.slice(this.opened, next + 1).reduce((sum, tokens) => sum + tokens, 0);
    button.textContent = `${this.opened ? 'Load' : 'Use'} LOD-${next}${price === undefined ? '' : ` (+${this.about ?? ''}${number(price)} tokens)`}`;
  }

  /** Check the content against its hash; a mismatch blocks the stone. @param {import('./qastone.js').Stone} stone */
  async check(stone) {
    const { element } = this;
    this.pasted = stone.levels;
    this.available = Math.max(stone.levels.length, 1);
    const verdict = await verify(stone);
    this.verdict = verdict;
    this.isWhole = stone.levels.length >= stone.header.lod_count;
    // By the content, whatever its header calls it: another text may be stored under that name.
    if (this.isWhole) this.hash = (await borderHash(stone.levels[stone.levels.length - 1], 64)) ?? this.hash;
    const digests = await Promise.all(stone.levels.map((level) => borderHash(trim(level), 64)));
    if (!digests.includes(null)) this.digests = /** @type {string[]} */ (digests);
    const words = {
      verified: `✓ Its content matches its hash.${stone.levels.length > 1 ? ' Its shorter levels are as they came, unchecked.' : ''}`,
      mismatch: 'Its content does not match its hash.',
      not_verifiable: this.isWhole
        ? 'Unverified. Named by another writer’s rule: whether the text was changed cannot be checked.'
        : 'Unverified. Its hash cannot be checked: this copy does not hold the source.',
    };
    fill(element, 'verdict', words[verdict]);
    const isBlocked = verdict === 'mismatch';
    show(element, 'mismatch', isBlocked);
    show(element, 'body', !isBlocked);
    element.classList.toggle('is-blocked', isBlocked);
    if (isBlocked) fill(element, 'read', 'Header read. Blocked.');
    this.notices = (stone.warnings ?? []).map(({ line, reason }) => `Line ${line}: ${reason}.`);
    this.warn([]);
    this.decide();
    this.endCheck?.();
  }

  /** @param {string[]} texts what its levels say that its source does not, or leave out */
  warn(texts) {
    const icon = document.getElementById('warn-icon-template');
    const notes = [...texts, ...(this.notices ?? [])].map((text) => {
      const note = document.createElement('p');
      note.className = 'note warn';
      if (icon instanceof HTMLTemplateElement) note.append(icon.content.cloneNode(true), ' ');
      note.append(text);
      return note;
    });
    this.element.querySelector('[data-slot=warnings]')?.replaceChildren(...notes);
  }

  /** Its levels beside its source, which only the server can compare. */
  async compareLevels() {
    if (this.isCompared || !this.isWhole) return;
    const { response, answer } = await this.post('action', 'check');
    this.isCompared = response.ok;
    this.warn(answer?.warnings ?? ['Its levels could not be compared with its source.']);
  }

  /** The stone to the page's own address. @param {string} name @param {string} value */
  async post(name, value) {
    const body = new FormData();
    body.set('csrfmiddlewaretoken', token);
    body.set('text', this.text);
    body.set(name, value);
    const response = await fetch(form.getAttribute('action') ?? '', { method: 'POST', headers: { Accept: 'application/json' }, body });
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    return { response, answer: isJson ? await response.json() : null };
  }

  /** @param {FormatError} error of its levels; its header stands */
  fail(error) {
    show(this.element, 'body', false);
    show(this.element, 'broken', true);
    fillFault(this.element, error);
  }

  async load() {
    const button = /** @type {HTMLButtonElement} */ (this.element.querySelector('[data-act=load]'));
    const upTo = this.opened || (this.use ?? 0);
    button.disabled = true;
    try {
      await this.isChecked;
      let first = null;
      while (this.opened <= upTo && this.opened < this.available) {
        const section = await this.open(this.opened);
        first = section;
        this.opened++;
      }
      if (!this.url) await this.compareLevels();
      this.showLedger();
      this.showLoad();
      /** @type {HTMLElement | null | undefined} */ (first?.querySelector('h3'))?.focus();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      fill(this.element, 'ledger', 'The server does not answer, so nothing more was loaded. Try again.');
    } finally {
      button.disabled = false;
    }
  }

  /** @param {number} level */
  async open(level) {
    const found = await this.fromServer(level);
    const own = parser.extractLOD(this.text, level);
    // Where the browser cannot hash, the server could not compare before.
    const isChanged = found && own !== null && trim(own) !== trim(found.content);
    if (isChanged) this.refuse(`LOD-${level}`, found.url);
    const stored = isChanged ? null : found;
    const text = stored ? stored.content : own ?? '';
    const tokens = stored ? number(stored.tokens) : `≈ ${number(estimateTokens(text))}`;
    const section = fromTemplate('opened');
    fill(section, 'lod', `LOD-${level}`);
    fill(section, 'name', stored?.name ?? levelName(level));
    fill(section, 'tokens', `${tokens} tokens`);
    fill(section, 'text', text);
    this.element.querySelector('[data-slot=opened]')?.append(section);
    return section;
  }

  /**
   * What the copy says is never replaced by what is stored under its name: from here on the copy alone is read.
   *
   * @param {string} part what reads otherwise @param {string} url of the stone that is stored
   */
  refuse(part, url) {
    this.changed = { part, url };
    this.url = null;
    this.available = Math.max(this.pasted?.length ?? 0, 1);
    this.showPrices();
  }

  /** The level as it is stored here, which writes the read into the ledger; null where it is not stored. @param {number} level */
  async fromServer(level) {
    if (this.url === null) return null;
    const response = await fetch(/** @type {string} */ (form.dataset.levelUrl), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token },
      body: JSON.stringify({ border_hash: this.hash, level, levels: this.digests, is_whole: this.digests && this.isWhole, header: headOf(this.text).text }),
    });
    if (!response.ok) {
      this.url = null;
      return null;
    }
    const found = await response.json();
    if ('changed' in found) {
      this.refuse(found.changed, found.url);
      return null;
    }
    this.url = found.url;
    this.available = Math.max(this.available, found.lod_tokens.length);
    this.prices = found.lod_tokens;
    this.about = '';
    if (this.verdict === 'verified') fill(this.element, 'verdict', '✓ Its content matches its hash.');
    this.warn(found.warnings);
    return found;
  }

  showLedger() {
    const open = /** @type {HTMLAnchorElement} */ (this.element.querySelector('a[data-slot=open]'));
    open.hidden = !this.url && !this.changed;
    open.textContent = this.url ? 'Open its page' : 'Open the stored one';
    if (this.url) open.href = `${this.url}${this.opened > 1 ? `?lod=${this.opened - 1}` : ''}`;
    else if (this.changed) open.href = this.changed.url;
    show(this.element, 'store', !this.url && this.isWhole);
    const levels = this.opened > 1 ? `LOD-0 to LOD-${this.opened - 1}` : 'LOD-0';
    fill(this.element, 'read', `Header and ${levels} read. ${this.available > this.opened ? 'The rest is not.' : 'That is all there is.'}`);
    fill(
      this.element,
      'ledger',
      this.url
        ? '✓ Stored here: what you loaded is counted.'
        : (this.changed
            ? `Its ${this.changed.part} is not that of the stone of this name that is stored here: one of the two was changed. What you read here is the copy, so this read is counted nowhere.`
            : 'Read from the paste: this stone is not stored here, so this read is counted nowhere.') +
            (this.isWhole ? '' : ' A copy without its source cannot be stored.'),
    );
    announce(`${levels} loaded`);
  }

  /** Store the stone; the levels that are open were read, so the ledger is told. */
  async store() {
    const { response, answer } = await this.post('store', '0:0');
    if (!response.ok || !answer) {
      fill(this.element, 'ledger', answer?.detail ?? 'It could not be stored. Nothing was changed.');
      return;
    }
    this.url = answer.url;
    this.hash = answer.sha256;
    this.changed = null;
    for (let level = 0; level < this.opened; level++) await this.fromServer(level);
    form.dispatchEvent(new Event('qastone:taken', { bubbles: true })); // js/drafts.js
    this.showLedger();
    this.showLoad();
  }
}

/** @param {HTMLElement[]} elements */
const showResult = (...elements) => result.replaceChildren(...elements);

/** The stone in a text that a chat has quoted line by line; any other text as it is. @param {string} text */
function unquote(text) {
  const isQuoted = text.startsWith('>') && text.includes(OPEN) && text.trim().split('\n').every((line) => line.startsWith('>'));
  return isQuoted ? text.replace(/^> ?/gm, '') : text;
}

/** Look at what is in the box. */
function look() {
  const mine = ++generation;
  const text = unquote(box.value);
  const bytes = new TextEncoder().encode(text).length;
  fill(form, 'size', text ? `${number(bytes)} of at most ${number(maxBytes)} bytes.` : `Up to ${number(maxBytes)} bytes.`);
  if (!text.trim()) return showResult(fromTemplate('hint'));
  if (!text.includes(OPEN)) return bytes > maxBytes ? showTooLarge(bytes) : showPlain(text);
  /** @type {StoneCard | null} */
  let card = null;
  try {
    if (parser.isQAStone(text)) {
      card = new StoneCard(text, parser.parseHeader(text));
      showResult(card.element);
    }
  } catch (error) {
    return showFault(error);
  }
  // The header stands on the page before the rest is looked at.
  const first = card;
  setTimeout(() => mine === generation && lookFurther(text, first, mine));
}

/** Check the hash, and find further stones. @param {string} text @param {StoneCard | null} card @param {number} mine */
async function lookFurther(text, card, mine) {
  let parts;
  try {
    parts = parseAll(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return card ? card.fail(error) : showFault(error);
  }
  const stones = parts.parts.filter((part) => typeof part !== 'string');
  if (!stones.length) return new TextEncoder().encode(text).length > maxBytes ? showTooLarge(new TextEncoder().encode(text).length) : showPlain(text);
  const cards = stones.map((found, index) => {
    const its = parts.text.slice(found.start, found.end);
    if (index === 0 && card) {
      card.text = its;
      return card;
    }
    return new StoneCard(its, found.stone.header);
  });
  for (const [index, found] of stones.entries()) await cards[index].check(found.stone);
  if (mine !== generation) return;
  showResult(...cards.map((each) => each.element));
  const around = parts.parts.filter((part) => typeof part === 'string').join('').trim().length;
  if (text !== box.value) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = 'Each line was quoted by “>”: these marks were taken off.';
    result.append(note);
  }
  if (around) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = `There is other text around it, ${number(around)} characters: it is ignored.`;
    result.append(note);
  }
}

/** @param {unknown} error */
function showFault(error) {
  if (!(error instanceof FormatError)) throw error;
  const element = fromTemplate('fault');
  fillFault(element, error);
  showResult(element);
}

/** @param {string} text */
function showPlain(text) {
  const element = fromTemplate('plain');
  fill(element, 'tokens', number(Number(estimateTokens(text).toPrecision(2)))); // no more digits than it is worth
  showResult(element);
}

/** @param {number} bytes */
function showTooLarge(bytes) {
  const element = fromTemplate('too-large');
  fill(element, 'bytes', number(bytes));
  showResult(element);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
box.addEventListener('input', () => {
  clearTimeout(soon);
  soon = setTimeout(look, 60);
});

document.documentElement.classList.add('has-script');
// Not what the server has looked at already, but a draft, or what was pasted before this script was there.
if (box.value !== box.defaultValue) look();
