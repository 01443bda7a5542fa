/** Cost: a header's does not depend on what follows it, and everything else is linear in the text. */

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

/** The processor's milliseconds in the best of three runs, a FormatError counted as a result. */
function best(run) {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    faultOf(run, FormatError);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** Ten times the text: linear is 10 times the time, quadratic 100 times and, on 100,000 lines, seconds. */
function assertLinear(run, name) {
  const growth = best(() => run(100_000)) / Math.max(best(() => run(10_000)), 2);
  assert.ok(growth < 40, `${name}: ten times the text takes ${growth.toFixed(0)} times as long`);
}

test('a header of a 5 MB stone costs what that of a 2 kB stone costs', () => {
  const stoneOf = (size) => `${HEAD}esc: 1\n─\nLOD-0: ${'lorem ipsum dolor\n'.repeat(size / 18)}§/QASTONE§\n`;
  const cost = (text) =>
    best(() => {
      for (let times = 0; times < 500; times++) {
        parser.parseHeader(text);
        parser.isQAStone(text);
      }
    });
  const small = stoneOf(2_000);
  const large = stoneOf(5_000_000);
  cost(small);
  // A reader of the whole text would take 2,500 times as long.
  const ratio = cost(large) / cost(small);
  assert.ok(ratio < 5, `${ratio.toFixed(1)} times as long`);
});

for (const piece of REPEATED) {
  test(`linear on ${JSON.stringify(piece.slice(0, 12))}`, () => {
    const fill = (size) => piece.repeat(size / piece.length);
    assertLinear((size) => parse(fill(size)), 'parse, no header');
    assertLinear((size) => parse(`${HEAD}─\nLOD-0: ${fill(size)}\n§/QASTONE§\n`), 'parse, foreign');
    assertLinear((size) => parse(`${HEAD}esc: 1\n─\nLOD-0: ${fill(size)}\n§/QASTONE§\n`), 'parse, ours');
    assertLinear((size) => parseAll(fill(size)), 'parseAll');
    assertLinear((size) => dump({ header: HEADER, levels: [fill(size)] }), 'dump');
    assertLinear((size) => parser.parseFortune(fill(size)), 'parseFortune');
    assertLinear((size) => estimateTokens(fill(size)), 'estimateTokens');
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
