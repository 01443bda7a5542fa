/**
 * The text format of stones, in the browser: one stone is read by `reader.js`; here is what else a page or a program needs.
 *
 * The same rules as `stones/format`, held to them by one corpus; docs/stone-format.md is the norm. Values in, values out:
 * no page, no network, no state but a cache. Whatever text comes in, the only error is FormatError, and the time is linear.
 */

import {
  BAD_COUNT,
  BAD_DELIVERED,
  BAD_TOKENS,
  BLANK,
  CHANNELS,
  CLOSE,
  DEFAULT_CHANNELS,
  FormatError,
  HASH,
  KNOWN_KEYS,
  MARKS,
  MAX_HEADER_CHARACTERS,
  MAX_HEADER_LINES,
  OPEN,
  SEPARATOR,
  STONE_TYPES,
  TOO_LONG,
  announcedLevels,
  assess,
  beginning,
  canonical,
  checkText,
  checkType,
  countFault,
  estimateTokens,
  headOf,
  isEscapable,
  isReserved,
  parse,
  readBody,
  readFortune,
  trim,
  verify,
  words,
} from './reader.js';

export {
  CHANNELS,
  COMPLEXITIES,
  DEFAULT_CHANNELS,
  FormatError,
  LEVEL_NAMES,
  STONE_TYPES,
  assess,
  borderHash,
  canonical,
  estimateTokens,
  headOf,
  levelName,
  parse,
  readFortune,
  verify,
} from './reader.js';

/**
 * @typedef {import('./reader.js').Channel} Channel
 * @typedef {import('./reader.js').Header} Header
 * @typedef {import('./reader.js').Stone} Stone
 * @typedef {import('./reader.js').ReadStone} ReadStone
 * @typedef {import('./reader.js').TaskContext} TaskContext
 * @typedef {import('./reader.js').Verdict} Verdict
 *
 * @typedef {{ stone: ReadStone, start: number, end: number, startLine: number, endLine: number, isClosed: boolean }}
 *   FoundStone
 */

const CACHED_STONES = 8;
const OPTIONAL_KEYS = words('delivered_lod lod_tokens esc');
const REQUIRED_KEYS = words('border_hash glow_channel lod_count');
const NUMBERS = words('delivered_lod lod_count lod_tokens esc');
const UNFIT = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const CREATED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Every stone of a paste and the text around them, in order; all of it is text where it only speaks of stones: where it
 * begins otherwise and a mark in it is not followed by a stone that can be read.
 *
 * Spans count UTF-16 units of `text`, which has LF line ends; the parts cover all of it.
 *
 * @param {string} text @returns {{ text: string, parts: (FoundStone | string)[] }}
 */
export function parseAll(text) {
  checkType(text);
  const whole = canonical(text);
  checkText(whole);
  try {
    return { text: whole, parts: partsOf(whole) };
  } catch (error) {
    if (begins(whole)) throw error;
    return { text: whole, parts: [whole] };
  }
}

/** Whether a text means to be a stone, by its first characters: only such a text can be a damaged one. @param {string} text */
const begins = (text) => trim(beginning(text)).startsWith(OPEN);

/** @param {string} whole */
function partsOf(whole) {
  const lines = whole.split('\n');
  /** @type {(FoundStone | string)[]} */
  const parts = [];
  let start = 0;
  let textStart = 0;
  for (let index = 0; index < lines.length; ) {
    if (trim(lines[index]) !== OPEN) {
      start += lines[index++].length + 1;
      continue;
    }
    if (textStart < start) parts.push(whole.slice(textStart, start));
    const { stone, end: endLine, isClosed, after } = readBody(lines, headOf(whole.slice(start), index + 1));
    let next = start;
    for (const line of lines.slice(index, endLine)) next += line.length + 1;
    next = Math.min(next, whole.length); // the last line of a text has no newline to count
    // Text behind the end mark on its line is no part of the stone.
    const end = after ? whole.indexOf(CLOSE, next - lines[endLine - 1].length - 1) + CLOSE.length : next;
    parts.push({ stone, start, end, startLine: index + 1, endLine, isClosed });
    index = endLine;
    start = next;
    textStart = end;
  }
  if (textStart < whole.length) parts.push(whole.slice(textStart));
  return parts;
}

/* -------------------------------------------------------------------------------------------------------- writing */

/** The stone as text; `parse` gives the same stone back. @param {Stone} stone */
export function dump({ header, levels: given }) {
  const levels = given.map(canonical);
  const isEscaped = header.escaped ?? true;
  const lines = dumpHeader(header, isEscaped);
  const announced = announcedLevels(header);
  if (levels.length !== announced) throw new FormatError(lines.length + 1, countFault(announced, levels));
  levels.forEach((content, level) => {
    const first = lines.length + 1;
    if (!isEscaped) checkUnescaped(content, first);
    const written = `LOD-${level}: ${isEscaped ? escape(content) : content}`;
    checkText(written, first);
    for (const line of written.split('\n')) lines.push(line);
    lines.push(SEPARATOR);
  });
  lines[lines.length - 1] = CLOSE;
  return lines.join('\n') + '\n';
}

/** @param {string} content */
function escape(content) {
  return content.split('\n').map((line) => (isEscapable(line) ? '\\' + line : line)).join('\n');
}

/** @param {Header} header @param {boolean} isEscaped @returns {string[]} */
function dumpHeader(header, isEscaped) {
  const lines = [OPEN];
  const seen = new Set();
  const write = (/** @type {string} */ key, /** @type {string} */ value, isFit = true) => {
    let reason;
    if (lines.length > MAX_HEADER_LINES) reason = `the header has more than ${MAX_HEADER_LINES} lines`;
    else if (!isFit) reason = "a key of your own is a-z, 0-9 and _, and not one of the format's";
    else if (seen.has(key)) reason = `${key} stands twice`;
    else reason = isEscaped || NUMBERS.includes(key) ? fault(header, key, value) : foreignFault(key, value);
    if (reason) throw new FormatError(lines.length + 1, reason);
    seen.add(key);
    lines.push(`${key}: ${value}`);
  };
  /** @type {Record<string, unknown>} */
  const values = { ...header, lod_tokens: header.lod_tokens?.join('/'), esc: isEscaped ? 1 : null };
  // A foreign header leaves out what it lacks.
  const isLeftOut = (/** @type {string} */ key) => (isEscaped ? values[key] == null && OPTIONAL_KEYS.includes(key) : !`${values[key] ?? ''}` && !REQUIRED_KEYS.includes(key));
  for (const key of KNOWN_KEYS) if (!isLeftOut(key)) write(key, `${values[key] ?? ''}`);
  for (const [key, value] of header.extra ?? []) {
    const isFit = isEscaped ? /^[a-z][a-z0-9_]{0,31}$/.test(key) : key && !/^LOD-|:/.test(key) && !BLANK.test(key) && !unfit(key, key);
    write(key, value, isFit && !KNOWN_KEYS.includes(key));
  }
  checkText(lines.join('\n'));
  lines.push(SEPARATOR);
  if ([...lines.join('\n')].length > MAX_HEADER_CHARACTERS) throw new FormatError(lines.length, TOO_LONG);
  return lines;
}

/**
 * What is wrong with one header value, null if nothing is.
 *
 * @param {Header} header @param {string} key @param {string} value
 */
function fault(header, key, value) {
  const { lod_count, delivered_lod: delivered, lod_tokens: tokens } = header;
  const isCount = (/** @type {any} */ count, /** @type {number} */ end) =>
    Number.isInteger(count) && count >= 0 && count < end;
  if (key === 'delivered_lod' && !isCount(delivered, lod_count)) return BAD_DELIVERED;
  if (key === 'border_hash' && !HASH.test(value)) return 'border_hash is 8 to 64 hex digits, lower case';
  if (key === 'glow_channel' && !CHANNELS.includes(value)) return `glow_channel is one of ${CHANNELS.join(', ')}`;
  if (key === 'stone_type' && !STONE_TYPES.includes(value)) return `stone_type is one of ${STONE_TYPES.join(', ')}`;
  if (key === 'created' && !CREATED.test(value)) {
    return 'created is an ISO 8601 time with its zone, such as 2026-01-30T12:00:00Z';
  }
  if (key === 'lod_count' && !isCount(lod_count - 1, 99)) return BAD_COUNT;
  if (key === 'lod_tokens' && !(tokens?.length === lod_count && tokens.every((count) => isCount(count, 1e12)))) {
    return BAD_TOKENS;
  }
  return unfit(key, value, 200);
}

/** The same of a foreign header, whose values must only read back. @param {string} key @param {string} value */
const foreignFault = (key, value) => (value || REQUIRED_KEYS.includes(key) ? unfit(key, value) : null);

/** @param {string} key @param {string} value */
function unfit(key, value, most = MAX_HEADER_CHARACTERS) {
  if (!value || value !== trim(value)) return `${key} is empty or has blanks around it`;
  if ([...value].length > most) return `${key} is longer than ${most} characters`;
  if (UNFIT.test(value)) {
    return `${key} is one line of visible text: no line breaks, controls or changes of direction`;
  }
  return MARKS.some((mark) => value.includes(mark)) ? `${key} holds a mark of the format` : null;
}

/**
 * Refuse a level of a foreign stone that would not read back, rather than bend it.
 *
 * @param {string} content @param {number} number its line in the document
 */
function checkUnescaped(content, number) {
  if (content !== trim(content)) throw new FormatError(number, 'a level with blanks around it needs `esc: 1`');
  const found = content.split('\n').findIndex((line, index) => index > 0 && isReserved(line));
  if (found > 0) throw new FormatError(number + found, 'a line that reads as a mark of the format needs `esc: 1`');
}

/**
 * A copy with the levels up to `maxLod`; the same stone when it has no more.
 *
 * @param {Stone} stone @param {number} maxLod @returns {Stone}
 */
export function truncate(stone, maxLod) {
  if (!(maxLod >= 0)) throw new FormatError(1, 'max_lod is 0 or more: LOD-0 is always delivered');
  if (maxLod >= stone.levels.length - 1) return stone;
  return { header: { ...stone.header, delivered_lod: maxLod }, levels: stone.levels.slice(0, maxLod + 1) };
}

/* ---------------------------------------------------------------------------------------------- what a page needs */

/** What a page needs to meet a stone: know it, read its header, decide, and pay for one level after the other. */
export class QAStoneParser {
  /** @param {{ channels?: Readonly<Record<string, Channel>> }} [options] `channels` replaces DEFAULT_CHANNELS */
  constructor({ channels = DEFAULT_CHANNELS } = {}) {
    this.channels = channels;
    /**
     * The stones last read, by their whole text: a border_hash is what a text says of itself, and two may say
     * the same.
     *
     * @type {Map<string, Stone>}
     */
    this.lodCache = new Map();
  }

  /** Whether a text means to be a stone, by its first characters. @param {string} content */
  isQAStone(content) {
    return typeof content === 'string' && begins(content);
  }

  /** The header alone, at the same cost for a stone of any length. @param {string} content */
  parseHeader(content) {
    return headOf(content).header;
  }

  /** @param {string} fortune */
  parseFortune(fortune) {
    return readFortune(fortune);
  }

  /**
   * One level, null where this copy does not have it.
   *
   * @param {string} content @param {number} level @returns {string | null}
   */
  extractLOD(content, level) {
    return this.#read(content).levels.find((_, index) => index === level) ?? null;
  }

  /** The levels up to `maxLevel` that are here, index = level. @param {string} content @param {number} maxLevel */
  extractLODsUpTo(content, maxLevel) {
    return this.#read(content).levels.filter((_, index) => index <= maxLevel);
  }

  /** What to read of a stone, from its header. @param {Header} header @param {TaskContext} [taskContext] */
  assessRequiredLOD(header, taskContext) {
    return assess(header, taskContext, this.channels);
  }

  /**
   * The levels up to `maxLevel`, with the verdict on the content: a page must not act on a `mismatch`.
   *
   * @param {string} content
   * @returns {Promise<Stone & { content: string, level: number, verdict: Verdict }>} `level` is the highest in
   *   `levels`, `content` is all of them as one text
   */
  async progressiveLoad(content, maxLevel = 1) {
    const stone = this.#read(content);
    const levels = this.extractLODsUpTo(content, maxLevel);
    return { ...stone, levels, content: levels.join('\n\n'), level: levels.length - 1, verdict: await verify(stone) };
  }

  /**
   * What reading the header and the levels up to `level` costs, in tokens, against pasting the content itself.
   *
   * Costs O(header) when the stone names its prices (`lod_tokens`). `fullTokens` and what follows from it are null
   * where this copy neither holds the content nor names its price. The header's own price is always an estimate.
   *
   * @param {string} content
   * @returns {{ headerTokens: number, levelTokens: readonly number[], loadedTokens: number,
   *   fullTokens: number | null, savedTokens: number | null, savedShare: number | null, estimate: boolean }}
   *   `estimate`: the levels' prices are estimates, too
   */
  getTokenSavings(content, level = 0) {
    const { header, text } = headOf(content);
    const headerTokens = estimateTokens(text);
    const levelTokens = header.lod_tokens ?? this.#read(content).levels.map(estimateTokens);
    const loadedTokens = levelTokens.slice(0, level + 1).reduce((sum, tokens) => sum + tokens, headerTokens);
    const fullTokens = levelTokens.length < header.lod_count ? null : levelTokens[levelTokens.length - 1];
    return {
      headerTokens,
      levelTokens,
      loadedTokens,
      fullTokens,
      savedTokens: fullTokens === null ? null : fullTokens - loadedTokens,
      savedShare: fullTokens ? 1 - loadedTokens / fullTokens : null,
      estimate: !header.lod_tokens,
    };
  }

  /** The stone as text. @param {Stone} stone */
  buildStone(stone) {
    return dump(stone);
  }

  /** @param {string} content @returns {Stone} */
  #read(content) {
    const stone = this.lodCache.get(content) ?? parse(content);
    this.lodCache.delete(content); // what was read last moves to the end
    this.lodCache.set(content, stone);
    const [oldest] = this.lodCache.keys();
    if (this.lodCache.size > CACHED_STONES) this.lodCache.delete(oldest);
    return stone;
  }
}
