/** Much text: a header is read without what follows it, and nothing breaks on much of one thing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FormatError, QAStoneParser, dump, estimateTokens, parse, parseAll } from '../../static/stones/qastone.js';
import { faultOf } from './corpus.mjs';

const parser = new QAStoneParser();
const HEAD = '§QASTONE§\nborder_hash: 3e23e816\nglow_channel: task\nlod_count: 1\n';
const HEADER = {
  border_hash: '3e23e816',
  glow_channel: 'task',
  stone_type: 'handoff',
  created: '2026-01-30T12:00:00Z',
  source_agent: 'user',
  lod_count: 1,
  fortune: 'task:repo:simple',
};
const REPEATED = ['x', 'x\n', ' ', ' \n', '\n', '\r', '\r\n', '─\n', '\\', '\\─\n', 'LOD-', 'LOD-0: x\n', 'LOD-x\n'];
REPEATED.push('§/QASTONE§\n', '§QASTONE§\n', 'é', '😀', '\u3000─', '\ud800', '_', '٣', ':', `${HEAD}─\nLOD-0: a\n`);

test('a header is read without what follows it', () => {
  const stone = (content) => `${HEAD}esc: 1\n─\nLOD-0: ${content}\n§/QASTONE§\n`;
  const small = stone('x');
  // Neither 5 MB nor damage behind the separator changes what is read.
  const others = [stone('lorem ipsum dolor\n'.repeat(300_000)), stone('§QASTONE§\nLOD-7: \\q'), small.slice(0, -20)];
  for (const other of others) {
    assert.deepEqual(parser.parseHeader(other), parser.parseHeader(small));
    assert.ok(parser.isQAStone(other));
  }
});

for (const piece of REPEATED) {
  // A FormatError is an answer; whatever else is thrown fails the test.
  test(`much of ${JSON.stringify(piece.slice(0, 12))}`, () => {
    const fill = piece.repeat(100_000 / piece.length);
    faultOf(() => parse(fill), FormatError);
    faultOf(() => parse(`${HEAD}─\nLOD-0: ${fill}\n§/QASTONE§\n`), FormatError);
    faultOf(() => parse(`${HEAD}esc: 1\n─\nLOD-0: ${fill}\n§/QASTONE§\n`), FormatError);
    faultOf(() => parseAll(fill), FormatError);
    faultOf(() => dump({ header: HEADER, levels: [fill] }), FormatError);
    faultOf(() => parser.parseFortune(fill), FormatError);
    assert.ok(estimateTokens(fill) > 0);
  });
}

test('one run of five million characters does not exhaust the stack', () => {
  for (const piece of ['x', '\\', ' ', '\n', 'é', '😀', '\ud800', '-', '_', '§', '─']) {
    const content = piece.repeat(5_000_000 / piece.length);
    assert.ok(estimateTokens(content) > 0);
    if (piece === '\ud800') continue;
    const stone = parse(dump({ header: HEADER, levels: [content] }));
    assert.ok(stone.levels[0] === content);
  }
});
