/** The shared corpus: what Python reads and refuses, JavaScript reads and refuses, with the same words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  FormatError,
  QAStoneParser,
  assess,
  borderHash,
  canonical,
  dump,
  parse,
  parseAll,
  readFortune,
  truncate,
  verify,
} from '../../static/stones/qastone.js';
import { casesOf, documentsOf, faultOf, textOf } from './corpus.mjs';

const parser = new QAStoneParser();
const plain = (value) => JSON.parse(JSON.stringify(value));
const faultLike = (error) => error && { line: error.line, reason: error.reason };

test('valid documents', async (t) => {
  for (const { name, text, header, levels, verdict, warnings = [] } of documentsOf('valid')) {
    await t.test(name, async () => {
      const stone = parse(text);
      assert.deepEqual(plain(stone.header), header);
      assert.deepEqual(plain(parser.parseHeader(text)), header);
      assert.deepEqual(plain(stone.levels), levels);
      assert.deepEqual(stone.warnings.map(({ line, reason }) => [line, reason]), warnings);
      assert.equal(await verify(stone), verdict);
      assert.equal(parser.isQAStone(text), true);
      levels.forEach((level, index) => assert.equal(parser.extractLOD(text, index), level));
    });
  }
});

test('what a writer gives back for a valid document reads as the same stone', () => {
  let written = 0;
  for (const { name, text } of documentsOf('valid')) {
    const stone = parse(text);
    if (faultOf(() => dump(stone), FormatError)) continue; // what only a reader tolerates
    assert.deepEqual({ ...parse(dump(stone)), warnings: stone.warnings }, stone, name);
    written++;
  }
  assert.ok(written >= 40, `only ${written} documents were written`);
});

test('invalid documents', async (t) => {
  for (const { name, text, line, reason, column, header_reads: headerReads, scan } of documentsOf('invalid')) {
    await t.test(name, () => {
      const error = faultOf(() => parse(text), FormatError);
      assert.deepEqual(faultLike(error), { line, reason });
      assert.equal(error.column, column ?? null);
      const headerError = faultOf(() => parser.parseHeader(text), FormatError);
      assert.deepEqual(faultLike(headerError), headerReads ? null : { line, reason });
      if (scan) {
        const { parts } = parseAll(text);
        assert.equal(parts.filter((part) => typeof part !== 'string').length, scan === 'stone' ? 1 : 0);
        if (scan === 'text') assert.deepEqual(parts, text === '' ? [] : [canonical(text)]);
      } else {
        assert.deepEqual(faultLike(faultOf(() => parseAll(text), FormatError)), { line, reason });
      }
    });
  }
});

test('pastes', async (t) => {
  for (const { name, text, parts } of casesOf('paste.json')) {
    await t.test(name, () => {
      const paste = parseAll(textOf(text));
      assert.deepEqual(
        paste.parts.map((part) =>
          typeof part === 'string'
            ? { text: part }
            : {
                lod_count: part.stone.header.lod_count,
                levels: [...part.stone.levels],
                start_line: part.startLine,
                end_line: part.endLine,
                closed: part.isClosed,
              },
        ),
        parts.map((part) =>
          part.text === undefined ? { ...part, levels: part.levels.map((level) => textOf(level)) } : { text: textOf(part.text) },
        ),
      );
      const whole = paste.parts.map((part) => (typeof part === 'string' ? part : paste.text.slice(part.start, part.end)));
      assert.equal(whole.join(''), paste.text);
    });
  }
});

test('truncated copies', async (t) => {
  for (const { name, text, max_lod: maxLod, expected } of casesOf('truncate.json')) {
    await t.test(name, () => assert.equal(dump(truncate(parse(textOf(text)), maxLod)), textOf(expected)));
  }
});

test('what a writer refuses', async (t) => {
  for (const { name, header, levels, line, reason } of casesOf('write.json')) {
    await t.test(name, () => {
      const stone = { header, levels: levels.map((level) => textOf(level)) };
      assert.deepEqual(faultLike(faultOf(() => parser.buildStone(stone), FormatError)), { line, reason });
    });
  }
});

test('border hashes', async () => {
  for (const { content, length, border_hash: expected } of casesOf('hash.json')) {
    assert.equal(await borderHash(textOf(content), length), expected);
  }
});

test('fortunes', () => {
  for (const { fortune, ...expected } of casesOf('fortune_read.json')) {
    assert.deepEqual(readFortune(fortune), expected);
    assert.deepEqual(parser.parseFortune(fortune), expected);
  }
});

test('assessments', async (t) => {
  for (const { name, header, context, channels, level, spawn_helper: spawnHelper, reason } of casesOf('assess.json')) {
    await t.test(name ?? reason, () => {
      const own = channels && Object.entries(channels).map(([key, defaultLod]) => [key, { defaultLod, color: '#000' }]);
      const camel = { needsFullContext: context?.needs_full_context, quick: context?.quick };
      const expected = { level, reason, spawnHelper };
      const configured = new QAStoneParser(own && { channels: Object.fromEntries(own) });
      for (const taskContext of [context, camel]) {
        assert.deepEqual(configured.assessRequiredLOD(header, taskContext), expected);
        assert.deepEqual(assess(header, taskContext, configured.channels), expected);
      }
    });
  }
});
