/** Answers as elements. The document here keeps what is made, with texts as strings. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { markdown } from './linked.mjs';

class Made {
  className = '';
  tabIndex = -1;
  href = '';
  rel = '';
  target = '';
  parts = [];
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }
  append(...parts) {
    for (const part of parts) this.parts.push(...(part instanceof Made && part.name === '' ? part.parts : [part]).filter((each) => each !== ''));
  }
  setAttribute(name) {
    assert.fail(`no element has ${name}`);
  }
}
globalThis.document = { createElement: (name) => new Made(name), createDocumentFragment: () => new Made('') };

/** [name, parts] of an element, with the address of a link. */
const told = (part) => (part instanceof Made ? [part.name + (part.href && `=${part.href}`), ...part.parts.map(told)] : part);
const shown = (text) => markdown(text).parts.map(told);
const words = (part) => (part instanceof Made ? part.parts.map(words).join('') : part);
/** What somebody reads. */
const read = (text) => words(markdown(text));

test('headings', () => {
  assert.deepEqual(shown('# State of `main`\nOpen.\n## Next\n#1 is done, # too'), [['b', 'State of ', ['code', 'main']], '\nOpen.\n', ['b', 'Next'], '\n#1 is done, # too']);
  assert.deepEqual(shown('```sh\n# a comment\n```'), [['pre', '# a comment']]);
});

test('code, bold and links', () => {
  assert.deepEqual(shown('Port `7017`, **not 7001**.'), ['Port ', ['code', '7017'], ', ', ['b', 'not 7001'], '.']);
  assert.deepEqual(shown('**Run `make`**'), [['b', 'Run ', ['code', 'make']]]);
  assert.deepEqual(shown('See [the guide](https://a.example/x?y=1#z) first.'), ['See ', ['a=https://a.example/x?y=1#z', 'the guide (https://a.example/x?y=1#z)'], ' first.']);
  const [link] = markdown('[x](http://a.example)').parts;
  assert.deepEqual([link.rel, link.target], ['noreferrer', '_blank']);
});

test('a block of code is as it stands', () => {
  assert.deepEqual(shown('Run:\n```sh\nmake **all** `x`\n\n  [a](https://b.example)\n```\nDone.'), ['Run:\n', ['pre', 'make **all** `x`\n\n  [a](https://b.example)'], '\nDone.']);
  assert.deepEqual(shown('```\na\n```\n```\nb\n```'), [['pre', 'a'], '\n', ['pre', 'b']]);
});

test('one that is not closed goes on to the end', () => {
  assert.deepEqual(shown('a\n```\nb\n**c**'), ['a\n', ['pre', 'b\n**c**']]);
});

for (const text of ['', 'plain', '- one\n- two\n\n1. three', '[s1] and [m1]', '2 * 3 * 4', '**', '****', '`', '``', '```', '**a\nb**', '`a\nb`', '[a](b)', '#Title', 'a # b', 'a_b_c', '[a\nb](https://c.example)']) {
  test(`${JSON.stringify(text)} stays as it is`, () => assert.deepEqual(shown(text), text ? [text] : []));
}

for (const address of ['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x', '//a.example', '/sign-out', 'file:///etc/passwd', 'ftp://a.example', 'httpsx://a.example', '&#106;avascript:alert(1)', 'https:/a.example', 'x https://a.example']) {
  test(`nothing leads to ${address}`, () => assert.deepEqual(shown(`[a](${address})`), [`[a](${address})`]));
}

test('every link is to the web and says where it leads', () => {
  const text = '[https://bank.example](https://evil.example) ![x](https://evil.example/pixel) [**b**](https://c.example)';
  assert.deepEqual(shown(text), [
    ['a=https://evil.example', 'https://bank.example (https://evil.example)'],
    ' !',
    ['a=https://evil.example/pixel', 'x (https://evil.example/pixel)'],
    ' ',
    ['a=https://c.example', '**b** (https://c.example)'],
  ]);
});

test('HTML is text', () => {
  for (const html of ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '</pre><b>x</b>', '&lt;']) {
    assert.deepEqual(shown(html), [html]);
    assert.deepEqual(shown(`\`${html}\``), [['code', html]]);
    assert.deepEqual(shown(`**${html}**`), [['b', html]]);
    assert.deepEqual(shown(`\`\`\`\n${html}\n\`\`\``), [['pre', html]]);
    assert.equal(read(`[${html}](https://a.example)`), `${html} (https://a.example)`);
  }
});

test('a fence with nothing in it ends where it ends', () => {
  assert.deepEqual(shown('```sh\n```\nafter **x**\n```\ny\n```'), [['pre'], '\nafter ', ['b', 'x'], '\n', ['pre', 'y']]);
});

test('nothing is lost but the marks', () => {
  const text = 'a **b** `c` [d](https://e.example) ```\nf';
  assert.equal(read(text), 'a b c d (https://e.example) f');
});

// Where time grew with the square of the text this would outlast whoever runs it.
test('much of one thing is read in time', { timeout: 60_000 }, () => {
  const pieces = ['`', '```', '```\n', '```a', '*', '**', '**a', '**a*', '[', '[a', '[a]', '[a](', '[a](https://', '[a](https://x', ']', '(', '\n', ' ', '`a', '**`a`**', '[a](https://x) ', '```\na\n```\n', '`a`', '\n```\n`'];
  for (const piece of pieces) {
    const much = piece.repeat(100_000 / piece.length);
    markdown(much);
    markdown('**' + much);
  }
});
