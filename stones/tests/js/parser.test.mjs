/** QAStoneParser as a page uses it: detect, read the header, decide, load. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  DEFAULT_CHANNELS,
  FormatError,
  LEVEL_NAMES,
  QAStoneParser,
  borderHash,
  estimateTokens,
  levelName,
  truncate,
  parse,
  dump,
} from '../../static/stones/qastone.js';

// The example of the specification, to the letter.
const SPECIFICATION = `§QASTONE§
border_hash: f7a3b2c1
glow_channel: task
stone_type: handoff
created: 2026-01-30T12:00:00Z
source_agent: koda_instance_1
lod_count: 4
fortune: task:repo:ztgi:simple
─
LOD-0: Create GitHub repo for ztgi-ui, shared UI library.
─
LOD-1: ZTGI-UI is a vanilla JS library at ~/ztgi/ztgi-ui serving context menus,
cursor modes, AI assistant. Needs own repo because it's shared by CNP,
Email-for-AI, L&D. Run: git init && gh repo create nothinginfinity/ztgi-ui
─
LOD-2: Architecture: Express server on port 7892 serving bundled JS (148KB).
Components: ActionRouter, ContextMenu, CursorModeManager, KeyboardManager,
SettingsPanel, VisIntegration, EmailForAiClient, AnalyticsTracker,
AiAssistant, MenuCustomizer. Config-driven via /configs/{app}.json.
Integrates with Email-for-AI (8000) for persistence. Already in
localhost-dashboard services.json with github URL placeholder.
─
LOD-3: [Full conversation history about ZTGI-UI development...]
§/QASTONE§
`;
const LOD_0 = 'Create GitHub repo for ztgi-ui, shared UI library.';
const CONTENT = 'The content itself, which is long enough to be worth a summary.\n';

/** Our own stone over CONTENT, with what a test wants different. */
async function stoneOf({ content = CONTENT, ...header } = {}) {
  return {
    header: {
      border_hash: await borderHash(content),
      glow_channel: 'context',
      stone_type: 'handoff',
      created: '2026-01-30T12:00:00Z',
      source_agent: 'user',
      lod_count: 3,
      fortune: 'context:docs:medium',
      ...header,
    },
    levels: ['Scan.', 'Detail.', content],
  };
}

const parser = new QAStoneParser();

test("the specification's example reads as it is meant", async () => {
  assert.equal(parser.isQAStone(SPECIFICATION), true);
  const header = parser.parseHeader(SPECIFICATION);
  assert.equal(header.border_hash, 'f7a3b2c1');
  assert.equal(header.source_agent, 'koda_instance_1');
  assert.equal(header.lod_count, 4);
  assert.equal(header.escaped, false);
  assert.deepEqual(parser.parseFortune(header.fortune), { channel: 'task', category: 'repo:ztgi', complexity: 'simple' });
  assert.deepEqual(parser.assessRequiredLOD(header), {
    level: 0,
    reason: 'task starts at LOD-0; simple: LOD-0',
    spawnHelper: false,
  });
  assert.equal(parser.extractLOD(SPECIFICATION, 0), LOD_0);
  assert.match(parser.extractLOD(SPECIFICATION, 1), /^ZTGI-UI is a vanilla[^]*\nEmail-for-AI, L&D\. Run: git init .*ztgi-ui$/);
  assert.equal(parser.extractLOD(SPECIFICATION, 3), '[Full conversation history about ZTGI-UI development...]');
  assert.equal(parser.extractLODsUpTo(SPECIFICATION, 2).length, 3);
  const loaded = await parser.progressiveLoad(SPECIFICATION);
  assert.equal(loaded.level, 1);
  assert.equal(loaded.verdict, 'not_verifiable'); // the example's hash is another writer's
});

test("the specification's three flows", () => {
  const header = { ...parser.parseHeader(SPECIFICATION), stone_type: 'clipboard' };
  const assess = (glow_channel, fortune) => {
    const { level, spawnHelper } = parser.assessRequiredLOD({ ...header, glow_channel, fortune });
    return [level, spawnHelper];
  };
  assert.deepEqual(assess('task', 'simple'), [0, false]);
  assert.deepEqual(assess('context', 'architecture:complex'), [2, true]);
  assert.deepEqual(assess('query', 'codebase:search'), [0, false]);
});

test('what is no stone is said to be none', () => {
  for (const text of ['', ' ', 'hello', 'see §QASTONE§', '§/QASTONE§', ' '.repeat(9000) + SPECIFICATION]) {
    assert.equal(parser.isQAStone(text), false, text.slice(0, 20));
  }
  for (const value of [null, undefined, 7, {}, ['§QASTONE§']]) {
    assert.equal(parser.isQAStone(value), false);
    assert.throws(() => parser.parseHeader(value), FormatError);
    assert.throws(() => parser.extractLOD(value, 0), FormatError);
  }
  assert.equal(parser.isQAStone('\ufeff\r\n ' + SPECIFICATION), true);
});

test('an error says where and why', () => {
  const text = SPECIFICATION.replace('lod_count: 4', 'lod_count: four');
  assert.throws(() => parser.parseHeader(text), {
    name: 'FormatError',
    line: 7,
    column: null,
    reason: 'lod_count is a whole number from 1 to 99',
    message: 'line 7: lod_count is a whole number from 1 to 99',
  });
  assert.throws(() => parser.extractLOD('§QASTONE§\nnote: 😀\ud800\n─\n', 0), {
    line: 2,
    column: 8,
    message: 'line 2, column 8: a lone surrogate is not text',
  });
});

test('a level that is not here is null', () => {
  for (const level of [4, -1, 0.5, NaN, '0', 'length', '__proto__', undefined]) {
    assert.equal(parser.extractLOD(SPECIFICATION, level), null);
  }
  assert.deepEqual(parser.extractLODsUpTo(SPECIFICATION, -1), []);
  assert.equal(parser.extractLODsUpTo(SPECIFICATION, Infinity).length, 4);
});

test('loading goes to the level asked for and verifies the content', async () => {
  const text = parser.buildStone(await stoneOf());
  const loaded = await parser.progressiveLoad(text);
  assert.deepEqual(loaded.levels, ['Scan.', 'Detail.']);
  assert.equal(loaded.content, 'Scan.\n\nDetail.');
  assert.equal(loaded.level, 1);
  assert.equal(loaded.header.fortune, 'context:docs:medium');
  assert.equal(loaded.verdict, 'verified');
  assert.deepEqual(loaded.warnings, []);
  assert.deepEqual((await parser.progressiveLoad(text, 0)).levels, ['Scan.']);
  assert.equal((await parser.progressiveLoad(text, 9)).levels.at(-1), CONTENT);
  await assert.rejects(parser.progressiveLoad('no stone'), FormatError);
});

test('what was changed, cut or named by other hashes does not verify', async () => {
  const verdict = async (text) => (await parser.progressiveLoad(text, 0)).verdict;
  const stone = await stoneOf();
  assert.equal(await verdict(dump({ ...stone, levels: ['Scan.', 'Detail.', 'Other.'] })), 'mismatch');
  assert.equal(await verdict(dump(truncate(stone, 1))), 'not_verifiable');
  assert.equal(await verdict(dump(stone).replace(stone.header.border_hash, 'my-own-name')), 'not_verifiable');
  assert.equal(await verdict(dump(stone).replace(stone.header.border_hash, (name) => name.toUpperCase())), 'verified');
  const { border_hash: _, ...others } = stone.header;
  const long = { ...others, border_hash: await borderHash(CONTENT, 64) };
  assert.equal(await verdict(dump({ ...stone, header: long })), 'verified');
});

test('without WebCrypto, as over plain http, nothing is verifiable and nothing breaks', async (t) => {
  const text = dump(await stoneOf());
  for (const crypto of [undefined, {}]) {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    t.after(() => Object.defineProperty(globalThis, 'crypto', own));
    assert.equal(await borderHash(CONTENT), null);
    assert.equal((await parser.progressiveLoad(text)).verdict, 'not_verifiable');
    Object.defineProperty(globalThis, 'crypto', own);
  }
});

test('a border hash has 8 to 64 digits', async () => {
  for (const length of [7, 65, NaN]) await assert.rejects(borderHash('', length), RangeError);
  await assert.rejects(borderHash('a\n\ud800'), { line: 2, column: 1 });
});

test('prices come from the header, which is all that is read for them', async () => {
  const text = dump(await stoneOf({ lod_tokens: [18, 95, 640] })).replace(/\nLOD-1: [^]*/, '\nLOD-7: damaged');
  assert.throws(() => parser.extractLOD(text, 0), FormatError);
  const headerTokens = estimateTokens(text.slice(0, text.indexOf('\n─')));
  assert.ok(headerTokens > 60 && headerTokens < 110);
  const prices = { headerTokens, levelTokens: [18, 95, 640], fullTokens: 640, estimate: false };
  const loadedTokens = headerTokens + 18;
  assert.deepEqual(parser.getTokenSavings(text), {
    ...prices,
    loadedTokens,
    savedTokens: 640 - loadedTokens,
    savedShare: 1 - loadedTokens / 640,
  });
  assert.equal(parser.getTokenSavings(text, 1).loadedTokens, loadedTokens + 95);
  assert.equal(parser.getTokenSavings(text, 7).loadedTokens, loadedTokens + 95 + 640);
});

test('prices that the header does not name are estimates and say so', () => {
  const savings = parser.getTokenSavings(SPECIFICATION, 0);
  assert.equal(savings.estimate, true);
  assert.equal(savings.levelTokens[0], estimateTokens(LOD_0));
  assert.equal(savings.fullTokens, savings.levelTokens[3]);
  assert.equal(savings.savedTokens, savings.fullTokens - savings.headerTokens - savings.levelTokens[0]);
});

test('what a truncated copy would cost in full is not known unless its header says', async () => {
  const cut = parser.getTokenSavings(dump(truncate(await stoneOf(), 0)));
  assert.deepEqual([cut.fullTokens, cut.savedTokens, cut.savedShare, cut.levelTokens.length], [null, null, null, 1]);
  const priced = parser.getTokenSavings(dump(truncate(await stoneOf({ lod_tokens: [5, 6, 700] }), 0)));
  assert.deepEqual([priced.fullTokens, priced.levelTokens.length], [700, 3]);
});

test('two contents that go by one name are not mixed up', async () => {
  const first = dump(await stoneOf({ border_hash: '3e23e816' }));
  const second = dump(await stoneOf({ border_hash: '3e23e816', content: 'Another content.' }));
  const own = new QAStoneParser();
  assert.equal(own.extractLOD(first, 2), CONTENT);
  assert.equal(own.extractLOD(second, 2), 'Another content.');
  assert.equal(own.extractLOD(first, 2), CONTENT);
});

test('the cache keeps the stones last read, few of them, and nobody can change them', async () => {
  const own = new QAStoneParser();
  const texts = [];
  for (let index = 0; index < 30; index++) texts.push(dump(await stoneOf({ source_agent: `agent ${index}` })));
  for (const text of texts) {
    own.extractLOD(text, 0);
    own.extractLOD(texts[0], 0);
  }
  assert.ok(own.lodCache.size < 10);
  assert.ok(own.lodCache.has(texts[0]) && own.lodCache.has(texts[29]) && !own.lodCache.has(texts[1]));

  const { header, levels } = await own.progressiveLoad(texts[0], 2);
  levels[0] = 'changed';
  assert.throws(() => (header.lod_count = 1), TypeError);
  own.extractLODsUpTo(texts[0], 2).length = 0;
  assert.equal(own.extractLOD(texts[0], 0), 'Scan.');
  assert.throws(() => own.lodCache.get(texts[0]).levels.push('x'), TypeError);
});

test('a text that could not be read is not cached', () => {
  const own = new QAStoneParser();
  assert.throws(() => own.extractLOD('no stone', 0), FormatError);
  assert.equal(own.lodCache.size, 0);
});

test('levels and colours of channels are configuration', () => {
  const header = { ...parser.parseHeader(SPECIFICATION), stone_type: 'message', fortune: '' };
  const configured = new QAStoneParser({ channels: { ...DEFAULT_CHANNELS, task: { defaultLod: 3, color: '#123456' } } });
  assert.equal(parser.assessRequiredLOD(header).level, 0);
  assert.equal(configured.assessRequiredLOD(header).level, 3);
  assert.equal(configured.channels.task.color, '#123456');
  assert.deepEqual(Object.keys(DEFAULT_CHANNELS), ['task', 'context', 'handoff', 'query', 'data']);
  assert.deepEqual(LEVEL_NAMES, ['Scan', 'Detail', 'Deep', 'Source']);
});

test('names of the language are names like any other', () => {
  const keys = Object.getOwnPropertyNames(Object.prototype);
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const text = SPECIFICATION.replace('glow_channel: task', `glow_channel: ${name}`).replace('created', name);
    const stone = parse(text);
    assert.equal(stone.header.glow_channel, name);
    assert.deepEqual(stone.header.extra, [[name, '2026-01-30T12:00:00Z']]);
    assert.equal(stone.header.created, '');
    assert.equal(Object.getPrototypeOf(stone.header), Object.prototype);
    const { reason } = parser.assessRequiredLOD({ ...stone.header, fortune: `${name}:${name}` });
    assert.match(reason, /^an unknown channel starts at LOD-1/);
  }
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), keys);
});

test('what a page built wrongly is refused, not written', async () => {
  const { header, levels } = await stoneOf();
  const { created: _, ...unfinished } = header;
  const wrong = [
    { header: unfinished, levels },
    { header: { ...header, lod_count: '3' }, levels },
    { header: { ...header, lod_count: NaN }, levels },
    { header: { ...header, delivered_lod: 0.5 }, levels },
    { header: { ...header, source_agent: 'me\nborder_hash: 00000000' }, levels },
    { header: { ...header, extra: [['__proto__', 'x']] }, levels },
    { header, levels: levels.slice(1) },
    { header, levels: ['Scan.', 'Detail.', '\udfff'] },
  ];
  for (const stone of wrong) assert.throws(() => parser.buildStone(stone), FormatError);
});

test('a level is called the same on every stone', () => {
  const names = Array.from({ length: 6 }, (_, level) => levelName(level));
  assert.deepEqual(names, [...LEVEL_NAMES, 'Source', 'Source']);
});
