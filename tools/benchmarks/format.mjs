// Median microseconds of QAStoneParser.parseHeader: node format.mjs qastone.js SECONDS NAME FILE [NAME FILE …]
// Prints {"NAME": microseconds, …}. Called by tools/benchmarks/measure_format.py.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , script, seconds, ...pairs] = process.argv;
const { QAStoneParser } = await import(pathToFileURL(script).href);
const parser = new QAStoneParser();

function sample(text) {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  do {
    if (parser.parseHeader(text).lod_count !== 2) throw new Error("the header reads otherwise");
    calls += 1;
    elapsed = performance.now() - start;
  } while (elapsed < 2);
  return [elapsed, (elapsed / calls) * 1000];
}

function median(values) {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)];
}

const runs = [];
for (let index = 0; index < pairs.length; index += 2) {
  runs.push({ name: pairs[index], text: readFileSync(pairs[index + 1], "utf8"), spent: 0, samples: [] });
}
while (runs.some((run) => run.spent < seconds * 1000)) {
  for (const run of runs) {
    const [elapsed, microseconds] = sample(run.text);
    run.spent += elapsed;
    run.samples.push(microseconds);
  }
}
console.log(JSON.stringify(Object.fromEntries(runs.map((run) => [run.name, Number(median(run.samples).toFixed(2))]))));
