/** A stone is read from its header on, one level at a time, as far as its channel and the settings say. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Blocked, DEFAULT_CHANNELS, FormatError, Reading, borderHash, dump, estimateTokens, splitPaste } from './linked.mjs';

const LEVELS = ['Where is auth handled?', 'In one of the services.', 'The services are many, and each has its own.', 'All of the conversation. '.repeat(20)];
const CONFIG = { enabled: true, autoDetect: true, defaultMaxLod: 1, spawnHelperThreshold: 2, formatOnCopy: false, channels: DEFAULT_CHANNELS };
const HEADER = { stone_type: 'handoff', created: '2026-01-30T12:00:00Z', source_agent: 'koda', fortune: 'task:repo:simple' };

async function stone(channel = 'task', fields = {}, levels = LEVELS) {
  const border_hash = await borderHash(levels.at(-1));
  return dump({ header: { ...HEADER, border_hash, glow_channel: channel, lod_count: levels.length, ...fields }, levels });
}

const nowhere = async () => null;
const never = async () => assert.fail('nobody asks before a level is wanted');

test('a paste is split at its marks alone', async () => {
  const one = await stone();
  const two = await stone('data');
  assert.deepEqual(splitPaste('no stone, though §QASTONE§ is named'), { before: 'no stone, though §QASTONE§ is named', stones: [] });
  const { before, stones } = splitPaste(`Look:\n  ${one}between\n${two}after`.replaceAll('\n', '\r\n'));
  assert.equal(before, 'Look:\n');
  assert.deepEqual(stones.map(({ line }) => line), [2, 2 + one.split('\n').length]);
  assert.equal(stones[0].text, `  ${one}between\n`);
  assert.equal(stones[1].text, `${two}after`);
});

test('an escaped mark inside a level begins no stone', async () => {
  const text = await stone('data', {}, ['a', 'b\n§QASTONE§\nborder_hash: 00000000']);
  assert.equal(splitPaste(text).stones.length, 1);
});

test('much of one thing is split in time', () => {
  for (const each of ['§QASTONE§', '§QASTONE§\n', ' ', '\n', 'x §QASTONE§ ']) {
    const began = process.cpuUsage(); // other work on the machine takes no part in it
    splitPaste(each.repeat(100_000));
    assert.ok(process.cpuUsage(began).user < 2_000_000, each);
  }
});

test('until a level is wanted only the header is read', async () => {
  const text = (await stone('task', { lod_tokens: [5, 6, 9, 81] })).replace('LOD-1: ', 'LOD-7: '); // damage behind the header
  const reading = new Reading(text, CONFIG, never);
  assert.equal(reading.level, -1);
  assert.equal(reading.verdict, null);
  assert.deepEqual(reading.next, { level: 0, tokens: 5, isExact: true });
  assert.equal(reading.tokens.read, reading.headerTokens);
  assert.deepEqual(reading.plan, { use: 0, reason: 'task starts at LOD-0; simple: LOD-0', offersHelper: false });
  await assert.rejects(() => reading.load(), FormatError);
  assert.equal(reading.level, -1);
});

test('the settings stop a level and decide about a helper', async () => {
  const text = await stone('context', { fortune: 'context:architecture:complex' });
  const planned = (changes) => new Reading(text, { ...CONFIG, ...changes }, never).plan;
  const all = planned({ defaultMaxLod: 3 });
  assert.equal(all.use, 2);
  assert.equal(all.offersHelper, true);
  const one = planned({});
  assert.equal(one.use, 1);
  assert.ok(one.reason.endsWith('; your settings stop at LOD-1'));
  assert.equal(one.offersHelper, true); // of what the stone asks for, not of what is used
  assert.equal(planned({ spawnHelperThreshold: 3 }).offersHelper, false);
  const channels = { ...DEFAULT_CHANNELS, context: { defaultLod: 3, color: '#000000' } };
  assert.equal(planned({ defaultMaxLod: 3, channels }).use, 3);
});

test('levels come from the paste where nobody else has them', async () => {
  let asked = 0;
  const reading = new Reading(await stone(), CONFIG, async () => (asked++, null));
  for (const [level, text] of LEVELS.entries()) {
    const loaded = await reading.load();
    assert.deepEqual([loaded.level, loaded.text, loaded.isExact], [level, text, false]);
  }
  assert.equal(asked, 1);
  assert.deepEqual([reading.isStored, reading.verdict, reading.next], [false, 'verified', null]);
  assert.equal(reading.content, LEVELS.join('\n\n'));
});

test('a stored stone is asked for by its full hash, and knows its own prices', async () => {
  const calls = [];
  const ask = async (hash, level) => {
    calls.push([hash, level]);
    return { content: LEVELS[level], name: 'Name', tokens: 10 + level, lod_tokens: [10, 11, 12, 100], url: '/stones/x' };
  };
  const reading = new Reading(await stone(), CONFIG, ask);
  await reading.load();
  const second = await reading.load();
  const full = await borderHash(LEVELS[3], 64);
  assert.deepEqual(calls, [[full, 0], [full, 1]]);
  assert.deepEqual(second, { level: 1, name: 'Name', text: LEVELS[1], tokens: 11, isExact: true });
  assert.deepEqual(reading.next, { level: 2, tokens: 12, isExact: true });
  const read = reading.headerTokens + 21;
  assert.deepEqual(reading.tokens, { read, saved: Math.max(100 - read, 0), percent: Math.round(Math.max(100 - read, 0)), isExact: true });
});

test('a copy that was cut short can be read as far as it goes, or as the store has it', async () => {
  const whole = await stone();
  const cut = whole.replace('§QASTONE§\n', '§QASTONE§\ndelivered_lod: 0\n').replace(/\n─\nLOD-1[^]*\n§/, '\n§');
  const alone = new Reading(cut, CONFIG, nowhere);
  assert.equal((await alone.load()).text, LEVELS[0]);
  assert.deepEqual([alone.verdict, alone.next, alone.tokens.saved], ['not_verifiable', null, null]);
  const ask = async (hash, level) => ({ content: LEVELS[level], name: '', tokens: 1, lod_tokens: [1, 2, 3, 4], url: '' });
  const stored = new Reading(cut, CONFIG, ask);
  await stored.load();
  assert.deepEqual(stored.next, { level: 1, tokens: 2, isExact: true });
});

test('a changed content is blocked, stored or not', async () => {
  const text = (await stone()).replace('All of the conversation.', 'All of another conversation.');
  const reading = new Reading(text, CONFIG, never);
  await assert.rejects(() => reading.load(), Blocked);
  await assert.rejects(() => reading.load(), Blocked);
  assert.deepEqual([reading.level, reading.next, reading.content], [-1, null, '']);
});

test('what fails to load can be loaded again', async () => {
  let isOffline = true;
  const ask = async () => {
    if (isOffline) throw new Error('offline');
    return null;
  };
  const reading = new Reading(await stone(), CONFIG, ask);
  await assert.rejects(() => reading.load(), /offline/);
  assert.equal(reading.level, -1);
  isOffline = false;
  assert.equal((await reading.load()).text, LEVELS[0]);
});

test('who wants a level while another is loaded waits for it', async () => {
  const asked = [];
  const ask = async (hash, level) => {
    asked.push(level);
    await new Promise((later) => setTimeout(later, 20 - 5 * level));
    return null;
  };
  const stored = async (hash, level) => ({ content: (await ask(hash, level)) ?? LEVELS[level], name: '', tokens: 1, lod_tokens: [1, 2, 3, 4], url: '' });
  const reading = new Reading(await stone(), CONFIG, stored);
  const loaded = await Promise.all([reading.load(), reading.load()]);
  assert.deepEqual(loaded.map(({ level }) => level), [0, 1]);
  assert.deepEqual(reading.levels.map(({ text }) => text), LEVELS.slice(0, 2));
  // Two that want the same level load it once.
  const again = await Promise.all([reading.load(2), reading.load(2)]);
  assert.deepEqual(again.map((each) => each?.level), [2, undefined]);
  const rest = await Promise.all([reading.load(), reading.load()]);
  assert.deepEqual(rest.map((each) => each?.level), [3, undefined]);
  assert.deepEqual(asked, [0, 1, 2, 3]);
  assert.equal(reading.content, LEVELS.join('\n\n'));
});

test('a header that is none is refused with its line', () => {
  assert.throws(() => new Reading('§QASTONE§\nborder_hash: x\n─\n', CONFIG, never), FormatError);
});

test('the price of a header is that of its text', async () => {
  const text = await stone();
  assert.equal(new Reading(text, CONFIG, never).headerTokens, estimateTokens(text.slice(0, text.indexOf('\n─'))));
});

const FOREIGN = `§QASTONE§
border_hash: f7a3b2c1
glow_channel: context
lod_count: 4
fortune: architecture:complex
─
LOD-0: Rows, not a broker.
─
LOD-1: The row is the job.
─
LOD-2: Why, and what it costs.
─
LOD-3: The minutes.
§/QASTONE§
`;

test('a stone of another writer is read unverified, and offers the helper that its own header asks for', async () => {
  const asked = [];
  const reading = new Reading(FOREIGN, { ...CONFIG, defaultMaxLod: 3 }, async (hash) => (asked.push(hash), null));
  assert.equal(reading.plan.use, 2);
  assert.equal(reading.plan.offersHelper, true);
  while (await reading.load());
  assert.deepEqual([reading.verdict, reading.isWhole, reading.level], ['not_verifiable', true, 3]);
  // Asked for by its content: another text may be stored under the name that it claims.
  assert.deepEqual(asked, [await borderHash('The minutes.', 64)]);
});

test('one of ours whose content was changed is blocked, as before', async () => {
  const reading = new Reading((await stone()).replace('All of', 'None of'), CONFIG, nowhere);
  await assert.rejects(() => reading.load(), Blocked);
});

test('what an edited copy says is not replaced by what is stored under its name', async () => {
  const cut = FOREIGN.replace('§QASTONE§\n', '§QASTONE§\ndelivered_lod: 1\n').replace(/\n─\nLOD-2[^]*\n§/, '\n§');
  const stored = ['Rows, not a broker.', 'Stored otherwise.', 'Why, and what it costs.', 'The minutes.'];
  const ask = async (hash, level) => ({ content: stored[level], name: '', tokens: 1, lod_tokens: [1, 2, 3, 4], url: '' });
  const reading = new Reading(cut, CONFIG, ask);
  while (await reading.load());
  assert.deepEqual(reading.levels.map(({ text }) => text), ['Rows, not a broker.', 'The row is the job.']);
  assert.deepEqual([reading.warnings, reading.isStored], [['LOD-1 is not as it is stored'], false]);
  // Prices are the copy's again.
  assert.deepEqual([reading.isExact, reading.prices.length], [false, 2]);
});

test('nor is a level of a copy whose source is the stored one', async () => {
  const ask = async (hash, level) => ({ content: LEVELS[level], name: '', tokens: 1, lod_tokens: [1, 2, 3, 4], url: '' });
  const reading = new Reading((await stone()).replace(LEVELS[0], 'Nowhere.'), CONFIG, ask);
  assert.equal((await reading.load()).text, 'Nowhere.');
  assert.deepEqual([reading.verdict, reading.warnings], ['verified', ['LOD-0 is not as it is stored']]);
});

test('the site compares the copy before it reads, and is asked no more where they differ', async () => {
  const asked = [];
  const ask = async (...given) => (asked.push(given), { differs: 'LOD-1 is another one.' });
  const reading = new Reading(FOREIGN, CONFIG, ask);
  while (await reading.load());
  const levels = ['Rows, not a broker.', 'The row is the job.', 'Why, and what it costs.', 'The minutes.'];
  const header = FOREIGN.slice(0, FOREIGN.indexOf('\n─'));
  const hashes = await Promise.all(levels.map((level) => borderHash(level, 64)));
  assert.deepEqual(asked, [[hashes[3], 0, { header, levels: hashes, is_whole: true }]]);
  assert.deepEqual(reading.levels.map(({ text }) => text), levels);
  assert.deepEqual([reading.warnings, reading.isStored], [['LOD-1 is another one.'], false]);
});

test('a text that speaks of stones holds none', () => {
  const talk = `The structure is\n\n§QASTONE§\nborder_hash: <hash>\nlod_count: <number>\n─\nLOD-0: <scan>\n§/QASTONE§\n\nFor example\n\n${FOREIGN}`;
  assert.deepEqual(splitPaste(talk), { before: talk, stones: [] });
  assert.equal(splitPaste(talk.slice(talk.indexOf('§'))).stones.length, 2);
  assert.equal(splitPaste(`Take this over:\n${FOREIGN}`).stones.length, 1);
});
