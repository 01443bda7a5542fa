/**
 * One stone that was pasted: what it says of itself, which levels to use, and the levels as they are loaded.
 *
 * No page, no network of its own. A level's text is looked at when the first level is wanted; until then the header
 * is all that was read.
 */

import { OPEN, assess, borderHash, canonical, estimateTokens, headOf, levelName, parse, trim, verify } from '../stones/reader.js';

/**
 * @typedef {import('../stones/reader.js').Header} Header
 * @typedef {{ enabled: boolean, autoDetect: boolean, defaultMaxLod: number, spawnHelperThreshold: number,
 *   formatOnCopy: boolean, channels: Record<string, import('../stones/reader.js').Channel> }} Config
 * @typedef {{ level: number, name: string, text: string, tokens: number, isExact: boolean }} Level
 * @typedef {{ content: string, name: string, tokens: number, lod_tokens: number[], url: string, read_tokens?: number }} StoredLevel
 * @typedef {{ header: string, levels: string[], is_whole: boolean }} Copy what is at hand, its levels by their SHA-256
 * @typedef {(hash: string, level: number, copy: Copy | null) => Promise<any>} AskLevel a StoredLevel; null where it is not stored
 *   there; `{ differs }`, why, where what is stored is not what the copy says: then nothing was read
 */

/** Its content is not what its hash names: nothing of it is shown or used. */
export class Blocked extends Error {}

/**
 * Where each stone of a paste begins, by the opening marks: a mark inside a level is escaped.
 *
 * @param {string} text @returns {{ before: string, stones: { text: string, line: number }[] }} `line`: of its mark
 */
export function splitPaste(text) {
  const whole = canonical(text);
  /** @type {{ start: number, line: number }[]} */
  const starts = [];
  let start = 0;
  whole.split('\n').forEach((each, index) => {
    if (each.trim() === OPEN) starts.push({ start, line: index + 1 });
    start += each.length + 1;
  });
  const stones = starts.map(({ start, line }, index) => ({ text: whole.slice(start, starts[index + 1]?.start), line }));
  const before = whole.slice(0, starts[0]?.start);
  // A text that begins otherwise, and has a mark that no stone follows, only speaks of stones.
  try {
    if (before.trim()) stones.forEach(({ text }) => parse(text));
  } catch {
    return { before: whole, stones: [] };
  }
  return { before, stones };
}

export class Reading {
  /** The load under way: whoever else wants a level waits for it. @type {Promise<any>} */
  #loading = Promise.resolve();
  /** @type {Level[]} */
  levels = [];
  /** @type {import('../stones/reader.js').Verdict | null} null: nobody has looked beyond the header */
  verdict = null;
  /** @type {boolean | null} null: nobody has asked */
  isStored = null;
  /** @type {string[]} */
  warnings = [];
  /** Whether its source is here: nobody has looked yet. */
  isWhole = false;
  /** @type {readonly string[]} the levels of the paste, once they were looked at */
  pasted = [];
  /** @type {Copy | null} null where the browser cannot hash */
  #copy = null;

  /** Raises FormatError for a header that is none. @param {string} text @param {Config} config @param {AskLevel} askLevel */
  constructor(text, config, askLevel) {
    this.text = text;
    this.config = config;
    this.askLevel = askLevel;
    const head = headOf(text);
    this.header = head.header;
    /** What the site is asked for: the header's name until the content itself is hashed. */
    this.hash = this.header.border_hash;
    /** How many levels can be had. */
    this.available = (this.header.delivered_lod ?? this.header.lod_count - 1) + 1;
    /** @type {readonly number[] | null} */
    this.prices = this.header.lod_tokens ?? null;
    this.isExact = !!this.prices;
    this.head = head.text;
    /** What was read so far, the header included; of a stone that the site knows, what its ledger says. */
    this.read = this.headerTokens = estimateTokens(head.text);
  }

  /** What to use without being asked, and whether a helper is worth its price. */
  get plan() {
    const { header, config } = this;
    const { level, reason, spawnHelper } = assess(header, {}, config.channels);
    const use = Math.max(0, Math.min(level, config.defaultMaxLod, this.available - 1));
    const stop = level > config.defaultMaxLod ? `; your settings stop at LOD-${config.defaultMaxLod}` : '';
    return { use, reason: reason + stop, offersHelper: spawnHelper && level >= config.spawnHelperThreshold };
  }

  /** The highest level that was loaded, -1 for none. */
  get level() {
    return this.levels.length - 1;
  }

  /** The next level and its price; null when there is none. */
  get next() {
    const level = this.levels.length;
    if (level >= this.available || this.verdict === 'mismatch') return null;
    return { level, tokens: this.prices?.[level] ?? null, isExact: this.isExact };
  }

  /** What was loaded, as one text. */
  get content() {
    return this.levels.map(({ text }) => text).join('\n\n');
  }

  /** Tokens that were read, and what a paste of the whole would have cost beyond that; null where nobody can tell. */
  get tokens() {
    const { read, prices } = this;
    const full = prices && prices.length >= this.header.lod_count ? prices.at(-1) : null;
    const saved = full === null ? null : Math.max(full - read, 0);
    const percent = full ? Math.round((100 * /** @type {number} */ (saved)) / full) : 0;
    return { read, saved, percent, isExact: this.isExact };
  }

  /** Look at the whole once, before the first level is used. Raises FormatError, Blocked. */
  async check() {
    if (this.verdict === null) {
      const stone = parse(this.text);
      this.pasted = stone.levels;
      this.available = this.pasted.length;
      this.isWhole = this.available >= this.header.lod_count;
      this.verdict = await verify(stone);
      this.warnings = stone.warnings.map(({ reason }) => reason);
      this.prices ??= this.pasted.map(estimateTokens);
      // By the content, whatever its header calls it: another text may be stored under that name.
      if (this.isWhole) this.hash = (await borderHash(/** @type {string} */ (this.pasted.at(-1)), 64)) ?? this.hash;
      const digests = await Promise.all(this.pasted.map((level) => borderHash(trim(level), 64)));
      if (!digests.includes(null)) this.#copy = { header: this.head, levels: /** @type {string[]} */ (digests), is_whole: this.isWhole };
    }
    if (this.verdict === 'mismatch') throw new Blocked();
  }

  /**
   * Load the next level: as the site has it, which its ledger then knows of, else from the paste.
   *
   * @param {number} [most] null is said where the next one is beyond it, or where there is none
   * @returns {Promise<Level | null>}
   */
  load(most = 99) {
    return (this.#loading = this.#loading.catch(() => {}).then(() => this.#load(most)));
  }

  /** @param {number} most */
  async #load(most) {
    await this.check();
    const level = this.levels.length;
    if (level > most || level >= this.available) return null;
    let stored = this.isStored === false ? null : await this.askLevel(this.hash, level, this.#copy);
    const own = this.pasted[level];
    // Where the browser cannot hash, the site could not compare before.
    const isOther = own !== undefined && stored?.content !== undefined && trim(own) !== trim(stored.content);
    const differs = isOther ? `LOD-${level} is not as it is stored` : stored?.differs;
    // What the copy says is never replaced by what is stored under its name: from here on the copy alone is read.
    if (differs) {
      stored = null;
      this.available = this.pasted.length;
      this.isExact = !!this.header.lod_tokens;
      this.prices = this.header.lod_tokens ?? this.pasted.map(estimateTokens);
      this.warnings.push(differs);
    }
    this.isStored = !!stored;
    if (stored) this.#learn(stored);
    const text = stored?.content ?? own ?? '';
    const name = stored?.name ?? levelName(level);
    const loaded = { level, name, text, tokens: stored?.tokens ?? estimateTokens(text), isExact: !!stored };
    this.read = stored?.read_tokens ?? this.read + loaded.tokens;
    this.levels.push(loaded);
    return loaded;
  }

  /** The site knows more than a copy that was cut short. @param {StoredLevel} stored */
  #learn({ lod_tokens: prices }) {
    this.prices = prices;
    this.available = Math.max(this.available, prices.length);
    this.isExact = true;
  }
}
