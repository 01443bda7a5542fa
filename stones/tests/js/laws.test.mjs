/** The laws of the format, on stones and texts from a seeded generator. QASTONE_SEED tries others. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FormatError, QAStoneParser, canonical, dump, parse, parseAll, truncate } from '../../static/stones/qastone.js';
import { faultOf } from './corpus.mjs';
import { Random } from './random.mjs';

const SEED = Number(process.env.QASTONE_SEED ?? 20261121);
const TIMES = 3000;

/** Try a law; the seed that breaks it is part of the failure. */
function law(name, check) {
  test(name, () => {
    for (let seed = SEED; seed < SEED + TIMES; seed++) {
      try {
        check(new Random(seed));
      } catch (error) {
        error.message = `seed ${seed}: ${error.message}`;
        throw error;
      }
    }
  });
}

const read = ({ header, levels }) => ({ header, levels });

law('what is written reads back', (random) => {
  const stone = random.stone();
  const again = parse(dump(stone));
  assert.deepEqual(read(again), stone);
  assert.deepEqual(again.warnings, []);
});

law('a copy of what was read is written the same', (random) => {
  const written = dump(random.stone());
  assert.equal(dump(parse(written)), written);
});

law('line ends do not matter', (random) => {
  const written = dump(random.stone());
  assert.deepEqual(parse(written.replaceAll('\n', random.pick(['\r\n', '\r']))), parse(written));
});

law('a writer makes line ends LF', (random) => {
  const { header } = random.stone();
  const content = random.content();
  const [level] = parse(dump({ header: { ...header, lod_count: 1, lod_tokens: null }, levels: [content] })).levels;
  assert.equal(level, canonical(content));
});

law('a truncated copy holds the first levels and says so first', (random) => {
  const stone = random.stone();
  const maxLod = random.below(stone.levels.length + 1);
  const written = dump(truncate(stone, maxLod));
  const copy = parse(written);
  assert.deepEqual([...copy.levels], stone.levels.slice(0, maxLod + 1));
  assert.equal(copy.header.lod_count, stone.header.lod_count);
  assert.deepEqual(copy.warnings, []);
  const isCut = maxLod < stone.levels.length - 1;
  assert.equal(written.split('\n')[1] === `delivered_lod: ${maxLod}`, isCut);
});

law('stones in a paste are found, and the parts are the whole of it', (random) => {
  const stones = [random.stone(), random.stone()];
  const pasted = `Please read\n${dump(stones[0])}and\n\n${dump(stones[1])}`;
  const { text, parts } = parseAll(pasted);
  const found = parts.filter((part) => typeof part !== 'string');
  assert.deepEqual(found.map((part) => read(part.stone)), stones);
  assert.equal(parts.map((part) => (typeof part === 'string' ? part : text.slice(part.start, part.end))).join(''), text);
  const lines = text.split('\n');
  for (const { startLine, endLine } of found) {
    assert.deepEqual([lines[startLine - 1], lines[endLine - 1]], ['§QASTONE§', '§/QASTONE§']);
  }
});

/** A reader as others have written it, from the specification alone: it knows nothing of escaping or of us. */
function readForeign(text) {
  const lines = text.split('\n');
  const levels = [];
  lines.forEach((line, index) => {
    const match = /^LOD-(\d+):/.exec(line);
    if (!match) return;
    const end = lines.findIndex(
      (other, at) => at > index && (other.trim() === '─' || other.startsWith('LOD-') || other.startsWith('§/QASTONE§')),
    );
    levels[Number(match[1])] = [line.slice(match[0].length), ...lines.slice(index + 1, end)].join('\n').trim();
  });
  return levels;
}

law('a reader that knows nothing of us finds every level', (random) => {
  const { header, levels } = random.stone();
  const foreign = readForeign(dump({ header, levels }));
  assert.equal(foreign.length, levels.length);
  const isPlain = (level) => !/LOD-|─|QASTONE/.test(level);
  levels.forEach((level, index) => {
    if (isPlain(level)) assert.equal(foreign[index], level.trim());
  });
});

law('no text raises anything but the format error, and a header reads alone as it reads in its stone', (random) => {
  const parser = new QAStoneParser();
  const text = random.pick([random.content(60), random.damage(dump(random.stone()))]);
  let stone = null;
  const fault = faultOf(() => (stone = parse(text)), FormatError);
  const scanFault = faultOf(() => parseAll(text), FormatError);
  const headerFault = faultOf(() => assert.equal(typeof parser.parseHeader(text).border_hash, 'string'), FormatError);
  for (const error of [fault, scanFault, headerFault]) {
    if (!error) continue;
    assert.ok(Number.isInteger(error.line) && error.line >= 1 && error.reason);
    assert.ok(error.line <= text.split(/\r\n|\r|\n/).length);
  }
  if (stone) {
    assert.deepEqual(parser.parseHeader(text), stone.header);
    assert.ok(stone.levels.length > 0);
    assert.equal(parser.isQAStone(text), true);
    assert.deepEqual(parser.extractLODsUpTo(text, 99), [...stone.levels]);
  }
  faultOf(() => parser.getTokenSavings(text, 1), FormatError);
});
