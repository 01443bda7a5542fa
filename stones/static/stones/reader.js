/**
 * Reads one stone, in the browser: what the assistant loads into pages of other origins. `qastone.js` is the whole format.
 *
 * The same rules as `stones/format`, held to them by one corpus; docs/stone-format.md is the norm. Values in, values out:
 * no page, no network, no state. Whatever text comes in, the only error is FormatError, and the time is linear.
 */

/**
 * @typedef {object} Header
 * @property {string} border_hash
 * @property {string} glow_channel
 * @property {string} stone_type "" where a foreign stone leaves it out, as for the next two and the fortune
 * @property {string} created
 * @property {string} source_agent
 * @property {number} lod_count
 * @property {string} fortune
 * @property {number | null} [delivered_lod] the highest level of a truncated copy
 * @property {readonly number[] | null} [lod_tokens] the price of each level
 * @property {boolean} [escaped] `esc: 1`, which is what a writer does unless told false
 * @property {readonly (readonly [string, string])[]} [extra] lines with unknown keys, in their order
 *
 * @typedef {{ line: number, reason: string }} Notice
 * @typedef {{ header: Header, levels: readonly string[], warnings?: readonly Notice[] }} Stone
 * @typedef {Stone & { warnings: Notice[] }} ReadStone
 * @typedef {{ channel: string | null, category: string, complexity: string | null }} Fortune
 * @typedef {{ defaultLod: number, color: string }} Channel
 * @typedef {{ needs_full_context?: boolean, needsFullContext?: boolean, quick?: boolean }} TaskContext either spelling
 * @typedef {{ level: number, reason: string, spawnHelper: boolean }} Assessment
 * @typedef {'verified' | 'mismatch' | 'not_verifiable'} Verdict
 *
 * @typedef {object} Head a header as it stands in a document
 * @property {Header} header
 * @property {number} end the line of the separator or first level that ends it
 * @property {Map<string, number>} lineOf
 * @property {string} text
 */

/** @type {Readonly<Record<string, Channel>>} */
export const DEFAULT_CHANNELS = Object.freeze({
  task: { defaultLod: 0, color: '#4CAF50' },
  context: { defaultLod: 1, color: '#2196F3' },
  handoff: { defaultLod: 1, color: '#FF9800' },
  query: { defaultLod: 0, color: '#9C27B0' },
  data: { defaultLod: 2, color: '#607D8B' },
});
export const CHANNELS = Object.freeze(Object.keys(DEFAULT_CHANNELS));
export const words = (/** @type {string} */ text) => Object.freeze(text.split(' '));
export const STONE_TYPES = words('clipboard message handoff artifact');
export const COMPLEXITIES = words('simple medium complex');
export const LEVEL_NAMES = words('Scan Detail Deep Source');

/** What a level is called, the same on every stone. @param {number} level */
export const levelName = (level) => LEVEL_NAMES[Math.min(level, 3)];

const FALLBACK_LOD = 1; // of a channel that is not configured
const HELPER_LEVELS = 4; // a stone of so many levels is worth a helper, when it is complex

export const OPEN = '§QASTONE§';
export const CLOSE = '§/QASTONE§';
export const SEPARATOR = '─';
export const MARKS = [SEPARATOR, OPEN, CLOSE];
export const MAX_HEADER_LINES = 13;
export const MAX_HEADER_CHARACTERS = 8192;
const LINES = MAX_HEADER_LINES + 2; // with the opening mark and the separator

// Spelled out: Python and JavaScript disagree about blanks, and so would two readers about a line.
export const BLANK = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;
// In the order of writing: delivered_lod first, so that a reader meets it before it believes lod_count.
export const KNOWN_KEYS = words(
  'delivered_lod border_hash glow_channel stone_type created source_agent lod_count fortune lod_tokens esc',
);
const LEVEL_LINE = /^LOD-(0|[1-9]\d?):/;
const LONE_SURROGATE = /\p{Cs}/u; // with the u flag a pair is one character of another kind
export const HASH = /^[0-9a-f]{8,64}$/;

export const BAD_COUNT = 'lod_count is a whole number from 1 to 99';
export const BAD_DELIVERED = 'delivered_lod is a whole number below lod_count';
export const BAD_TOKENS = 'lod_tokens is one whole number per level, joined by /';
export const TOO_LONG = `the header does not end within ${MAX_HEADER_CHARACTERS} characters`;

/** A text is not a stone, or a stone cannot be written. Line and column count from 1, the column in code points. */
export class FormatError extends Error {
  /** @param {number} line @param {string} reason @param {number | null} column null where a whole line is meant */
  constructor(line, reason, column = null) {
    super(`line ${line}${column === null ? '' : `, column ${column}`}: ${reason}`);
    this.name = 'FormatError';
    this.line = line;
    this.column = column;
    this.reason = reason;
  }
}

/* --------------------------------------------------------------------------------------------- marks and escaping */

/** The first place that is not blank. @param {string} text */
function indent(text) {
  let start = 0;
  while (start < text.length && BLANK.test(text[start])) start++;
  return start;
}

/** @param {string} text */
export function trim(text) {
  const start = indent(text);
  let end = text.length;
  while (end > start && BLANK.test(text[end - 1])) end--;
  return text.slice(start, end);
}

/** @param {unknown} text */
export function checkType(text) {
  if (typeof text !== 'string') throw new FormatError(1, 'a stone is a text');
}

/** The text with LF line ends, from CRLF and lone CR. @param {string} text */
export function canonical(text) {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** @param {string} text */
const newlines = (text) => text.split('\n').length - 1;

/** Refuse lone surrogates: they have no UTF-8. @param {string} text with LF line ends @param {number} firstLine */
export function checkText(text, firstLine = 1) {
  const found = text.search(LONE_SURROGATE);
  if (found < 0) return;
  const before = text.slice(0, found);
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  throw new FormatError(firstLine + newlines(before), 'a lone surrogate is not text', column);
}

/** Whether a reader could take this line of content for structure. @param {string} line */
export function isReserved(line) {
  return /^(LOD-|§\/?QASTONE§)/.test(line) || MARKS.includes(trim(line));
}

/** @param {string} line */
export function isEscapable(line) {
  let start = 0;
  while (line[start] === '\\') start++;
  return isReserved(line.slice(start));
}

/** @param {string} content */
function unescape(content) {
  if (!content.includes('\\')) return content;
  const lines = content.split('\n');
  return lines.map((line) => (line[0] === '\\' && isEscapable(line) ? line.slice(1) : line)).join('\n');
}

/* --------------------------------------------------------------------------------------------------------- header */

// What a header must end within, in code points: with the u flag a pair of units is one.
const BEGINNING = new RegExp(`^.{0,${MAX_HEADER_CHARACTERS}}`, 'su');

/** @param {string} text */
export const beginning = (text) => /** @type {RegExpExecArray} */ (BEGINNING.exec(text))[0];

/**
 * The header that a text begins with, at a cost that does not depend on what follows it.
 *
 * @param {string} text @param {number} firstLine the number of its first line in the document @returns {Head}
 */
export function headOf(text, firstLine = 1) {
  checkType(text);
  const near = beginning(text);
  const isCut = near.length < text.length;
  const whole = canonical(near);
  const start = indent(whole);
  const opening = firstLine + newlines(whole.slice(0, start));
  if (start === whole.length) {
    throw isCut ? new FormatError(opening, TOO_LONG) : new FormatError(1, 'the text is empty');
  }
  const lines = whole.slice(start).split('\n', LINES + 1);
  if (trim(lines[0]) !== OPEN) throw new FormatError(opening, `a stone starts with a line ${OPEN}`);
  return readHead(lines.slice(0, LINES), opening, isCut && lines.length <= LINES);
}

/**
 * @param {string[]} lines at most 15, the first is the opening mark
 * @param {number} opening the number of that line in the document
 * @param {boolean} isCut whether the last line goes on beyond what we were given
 * @returns {Head}
 */
function readHead(lines, opening, isCut) {
  /** @type {Map<string, string>} */
  const values = new Map();
  /** @type {Map<string, number>} */
  const lineOf = new Map();
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index];
    const number = opening + index;
    const isWhole = !isCut || index < lines.length - 1;
    const stripped = trim(line);
    const isMark = isWhole && [SEPARATOR, CLOSE].includes(stripped);
    if (line.startsWith('LOD-') || line.startsWith(CLOSE) || isMark) {
      const text = lines.slice(0, index).join('\n');
      checkText(text, opening);
      return { header: readValues(values, lineOf, number), end: number, lineOf, text };
    }
    if (!isWhole) throw new FormatError(number, TOO_LONG);
    if (index > MAX_HEADER_LINES) break;
    if (stripped) readPair(stripped, number, values, lineOf);
  }
  if (isCut && lines.length === 1) throw new FormatError(opening, TOO_LONG);
  const reason = `the header has no end: no line ${SEPARATOR} within the first ${LINES} lines`;
  throw new FormatError(opening + lines.length - 1, reason);
}

/**
 * @param {string} line @param {number} number @param {Map<string, string>} values
 * @param {Map<string, number>} lineOf
 */
function readPair(line, number, values, lineOf) {
  const colon = line.indexOf(':');
  const key = trim(line.slice(0, Math.max(colon, 0)));
  if (!key || BLANK.test(key)) throw new FormatError(number, 'a header line is `key: value`');
  if (values.has(key)) throw new FormatError(number, `${key} stands twice`);
  values.set(key, trim(line.slice(colon + 1)));
  lineOf.set(key, number);
}

/** @param {Map<string, string>} values @param {Map<string, number>} lineOf @param {number} end @returns {Header} */
function readValues(values, lineOf, end) {
  const demand = (/** @type {unknown} */ isFit, /** @type {string} */ key, /** @type {string} */ reason) => {
    if (!isFit) throw new FormatError(lineOf.get(key) ?? end, reason);
  };
  for (const key of ['border_hash', 'glow_channel', 'lod_count']) {
    demand(values.get(key), key, `${key} is missing`);
  }
  const { border_hash, glow_channel, stone_type = '', created = '', source_agent = '', fortune = '', ...rest } =
    Object.fromEntries(values);
  const { lod_count: count, delivered_lod: delivered = null, esc = null } = rest;
  const prices = rest.lod_tokens?.split('/') ?? null;
  demand(/^[1-9]\d?$/.test(count), 'lod_count', BAD_COUNT);
  const isBelow = delivered === null || (/^(0|[1-9]\d?)$/.test(delivered) && +delivered < +count);
  demand(isBelow, 'delivered_lod', BAD_DELIVERED);
  const arePrices = prices?.length === +count && prices.every((price) => /^\d{1,12}$/.test(price));
  demand(!prices || arePrices, 'lod_tokens', BAD_TOKENS);
  demand(esc === null || esc === '1', 'esc', 'esc: only 1 is known to this reader');
  return Object.freeze({
    border_hash,
    glow_channel,
    stone_type,
    created,
    source_agent,
    lod_count: +count,
    fortune,
    delivered_lod: delivered === null ? null : +delivered,
    lod_tokens: prices && Object.freeze(prices.map(Number)),
    escaped: esc !== null,
    extra: Object.freeze([...values].filter(([key]) => !KNOWN_KEYS.includes(key))),
  });
}

/* ----------------------------------------------------------------------------------------------------------- body */

/**
 * Read the levels that follow a header, up to the end mark, the next stone or the end of the text.
 *
 * Text that belongs to no level is damage in a stone of ours, and one warning a run in a foreign one.
 *
 * @param {string[]} lines @param {Head} head
 * @returns {{ stone: ReadStone, end: number, isClosed: boolean, after: string }} `end`: lines up to its end,
 *   `after`: what stands behind the end mark on its line
 */
export function readBody(lines, { header, end: headEnd, lineOf }) {
  /** @type {string[]} */
  const levels = [];
  /** @type {Notice[]} */
  const warnings = [];
  /** @type {string[] | null} */
  let current = null;
  let isStraying = false;
  let index = headEnd - 1;
  let isClosed = false;
  let after = '';

  const stray = (/** @type {string} */ reason) => {
    if (header.escaped) throw new FormatError(index + 1, reason);
    if (!isStraying) warnings.push({ line: index + 1, reason });
    isStraying = true;
  };
  const endLevel = () => {
    if (current) levels.push(header.escaped ? unescape(current.join('\n')) : trim(current.join('\n')));
    current = null;
  };
  const openLevel = (/** @type {string} */ line) => {
    endLevel();
    const match = LEVEL_LINE.exec(line);
    const level = Number(match?.[1]);
    if (!match) stray('text outside a level');
    else if (level > levels.length) throw new FormatError(index + 1, `LOD-${levels.length} is missing`);
    else if (level < levels.length) stray(`LOD-${level} stands twice`);
    else {
      const text = line.slice(match[0].length);
      current = [text[0] === ' ' ? text.slice(1) : text];
      isStraying = false;
    }
  };

  for (; index < lines.length; index++) {
    const line = lines[index];
    const stripped = trim(line);
    if (line.startsWith(CLOSE) || stripped === CLOSE) {
      isClosed = true;
      after = trim(line.slice(line.indexOf(CLOSE) + CLOSE.length));
      break;
    }
    if (stripped === OPEN) break;
    if (stripped === SEPARATOR) endLevel();
    else if (line.startsWith('LOD-')) openLevel(line);
    else if (current) /** @type {string[]} */ (current).push(line);
    else if (stripped) stray('text outside a level');
  }
  const end = isClosed ? index + 1 : index;

  endLevel();
  if (!levels.length) throw new FormatError(end, 'LOD-0 is missing');
  const announced = announcedLevels(header);
  if (levels.length !== announced) {
    const line = Number(lineOf.get(header.delivered_lod === null ? 'lod_count' : 'delivered_lod'));
    warnings.unshift({ line, reason: countFault(announced, levels) });
  }
  if (!isClosed) warnings.push({ line: end, reason: `the stone has no end mark ${CLOSE}` });
  return { stone: { header, levels: Object.freeze(levels), warnings }, end, isClosed, after };
}

/** @param {Header} header */
export const announcedLevels = (header) => (header.delivered_lod == null ? header.lod_count : header.delivered_lod + 1);

/** @param {number} announced @param {readonly string[]} levels */
export const countFault = (announced, levels) => `the header announces ${announced} levels, ${levels.length} are here`;

/**
 * The stone that a text begins with; what was passed over is in its `warnings`.
 *
 * Blank lines may stand before it, any text after it.
 *
 * @param {string} text @returns {ReadStone}
 */
export function parse(text) {
  const head = headOf(text);
  const whole = canonical(text);
  checkText(whole);
  const lines = whole.split('\n');
  const { stone, end, after } = readBody(lines, head);
  const rest = after ? end : lines.findIndex((line, index) => index >= end && trim(line)) + 1;
  if (rest) stone.warnings.push({ line: rest, reason: 'text after the stone is not read' });
  return Object.freeze(stone);
}

/* -------------------------------------------------------------------------------------- checks, prices and levels */

/**
 * The short name of a content: the first `length` (8 to 64) digits of its SHA-256.
 *
 * @param {string} content
 * @returns {Promise<string | null>} null where the browser has no WebCrypto: on a page that came over plain http
 */
export async function borderHash(content, length = 8) {
  if (!(length >= 8 && length <= 64)) throw new RangeError('a border_hash has 8 to 64 digits');
  const text = canonical(content);
  checkText(text);
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text));
  if (!digest) return null;
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').slice(0, length);
}

/**
 * Whether the content is the one that the header names.
 *
 * Not verifiable: the content was left out of this copy, another writer's rule named it, or WebCrypto is missing. Only
 * a header that announces our rule (`esc: 1`) promises a SHA-256 prefix, and so only there another one is a mismatch.
 *
 * @param {Stone} stone @returns {Promise<Verdict>}
 */
export async function verify({ header, levels }) {
  const name = header.border_hash.toLowerCase();
  const isNamed = levels.length >= header.lod_count && HASH.test(name);
  const actual = isNamed && (await borderHash(levels[levels.length - 1], name.length));
  if (actual === name) return 'verified';
  return actual && header.escaped ? 'mismatch' : 'not_verifiable';
}

// core/llm/token_estimate.py says where the weights come from. Every alternative is a run of one class, so this is linear on any
// text; runs of millions would overflow the stack of the regular expression.
const RUN =
  /([A-Za-z]{1,999})|(\d{1,3})|(\n{1,999})|([^\S\n]{1,999})|([\p{L}\p{Nl}\p{No}]{1,999}|\p{Nd})|[^\p{L}\p{N}_\s]{1,999}|_{1,999}/gu;

/** About how many o200k tokens a text costs: the browser has no vocabulary to count with. @param {string} text */
export function estimateTokens(text) {
  let sum = 0;
  for (const [run, word, digits, lineEnds, blanks, letters] of text.matchAll(RUN)) {
    const { length } = [...run];
    if (word) sum += 0.985 + 0.109 * Math.max(0, length - 5);
    else if (digits) sum += 1.625;
    else if (lineEnds) sum += 0.904;
    else if (letters) sum += (run < '\u0e00' ? 0.3 : 0.75) * length; // from Thai on most signs are tokens
    else if (run >= '\x80') sum += 1.283 * length;
    else if (!blanks) sum += 0.736 + 0.177 * (length - 1);
    else if (length > 1) sum += 0.43;
  }
  return text ? Math.max(1, Math.round(sum)) : 0;
}

/**
 * Read a fortune of any length. The last segment is the complexity and the first the channel, if they are such words.
 *
 * @param {string} fortune @returns {Fortune}
 */
export function readFortune(fortune) {
  const segments = fortune.split(':').map(trim);
  const complexity = COMPLEXITIES.includes(segments[segments.length - 1]) ? segments.pop() : null;
  const channel = CHANNELS.includes(segments[0]) ? segments.shift() : null;
  return { channel: channel ?? null, category: segments.join(':'), complexity: complexity ?? null };
}

/**
 * The level that a header asks for. The rules apply in order, so a later one has the last word.
 *
 * @param {Header} header @param {TaskContext} context @param {Readonly<Record<string, Channel>>} channels
 * @returns {Assessment}
 */
export function assess(header, context = {}, channels = DEFAULT_CHANNELS) {
  const { glow_channel, stone_type, lod_count } = header;
  const { complexity } = readFortune(header.fortune);
  const isKnown = Object.hasOwn(channels, glow_channel);
  let level = isKnown ? channels[glow_channel].defaultLod : FALLBACK_LOD;
  const reasons = [`${isKnown ? glow_channel : 'an unknown channel'} starts at LOD-${level}`];
  let spawnHelper = false;
  if (complexity === 'simple') {
    level = 0;
    reasons.push('simple: LOD-0');
  }
  if (complexity === 'complex') {
    level = Math.max(level, 2);
    spawnHelper = lod_count >= HELPER_LEVELS;
    reasons.push('complex: LOD-2 or more' + (spawnHelper ? ' and a helper for the rest' : ''));
  }
  if (context.needs_full_context ?? context.needsFullContext) {
    level = Math.max(level, 2);
    reasons.push('full context: LOD-2 or more');
  }
  if (context.quick) {
    level = 0;
    reasons.push('quick: LOD-0');
  }
  if ([glow_channel, stone_type].includes('handoff') && complexity !== 'simple') {
    level = Math.max(level, 1);
    reasons.push('a handoff that is not simple: LOD-1 or more');
  }
  if (level > lod_count - 1) {
    level = lod_count - 1;
    reasons.push(`LOD-${level} is the highest`);
  }
  return { level, reason: reasons.join('; '), spawnHelper };
}
