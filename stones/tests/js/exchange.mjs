/** The other end of stones/tests/test_js_exchange.py: one question a line, one answer a line, both JSON. */

import { createInterface } from 'node:readline';

import { FormatError, assess, dump, estimateTokens, parse, parseAll, readFortune } from '../../static/stones/qastone.js';

const answers = {
  parse: ({ text }) => parse(text),
  rewrite: ({ text }) => dump(parse(text)),
  dump: ({ stone }) => dump(stone),
  scan({ text }) {
    const { parts } = parseAll(text);
    return parts.map((part) =>
      typeof part === 'string'
        ? part
        : [part.stone.header.border_hash, part.stone.levels, part.stone.warnings, part.startLine, part.endLine, part.isClosed],
    );
  },
  assess: ({ header, context }) => assess(header, context),
  fortune: ({ text }) => readFortune(text),
  estimate: ({ text }) => estimateTokens(text),
};

function answer({ ask, ...question }) {
  try {
    return { value: answers[ask](question) };
  } catch (error) {
    // Anything else is a fault of ours: let it end the process.
    if (!(error instanceof FormatError)) throw error;
    return { fault: [error.line, error.column, error.reason] };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
