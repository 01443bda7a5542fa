/** The shared corpus, as stones/tests/corpus/README.md describes it. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../corpus/', import.meta.url);

/** A text of the corpus: a string, or a list of parts that are joined. */
export function textOf(text, parts = {}) {
  if (typeof text === 'string') return text;
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.ref !== undefined) return textOf(parts[part.ref], parts);
      return part.repeat[0].repeat(part.repeat[1]);
    })
    .join('');
}

const readJson = (path) => JSON.parse(readFileSync(new URL(path, FOLDER), 'utf-8'));

/** The documents of `valid` or `invalid`, with their texts and headers whole. */
export function documentsOf(folder) {
  const documents = readdirSync(new URL(`${folder}/`, FOLDER))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = readJson(`${folder}/${name}`);
      return file.documents.map((document) => ({
        ...document,
        text: textOf(document.text, file.parts),
        header: document.header && headerOf({ ...file.header, ...document.header }),
        levels: document.levels?.map((level) => textOf(level, file.parts)),
      }));
    });
  return filled(documents, folder);
}

/** A header of the corpus; its strings are texts. */
function headerOf(header) {
  const isText = (key) => key !== 'extra' && key !== 'lod_tokens';
  const values = Object.entries(header).map(([key, value]) => [
    key,
    Array.isArray(value) && isText(key) ? textOf(value) : value,
  ]);
  return { ...Object.fromEntries(values), extra: header.extra.map(([key, value]) => [key, textOf(value)]) };
}

/** The cases of one file. */
export function casesOf(name) {
  const file = readJson(name);
  const cases = Array.isArray(file)
    ? file
    : file.documents.map((each) => ({ ...each, header: headerOf({ ...file.header, ...each.header }) }));
  return filled(cases, name);
}

function filled(cases, name) {
  assert.ok(cases.length > 0, `${name} of the corpus is empty`);
  return cases;
}

/** The error that an action raises, which must be the one format error. */
export function faultOf(action, FormatError) {
  try {
    action();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return null;
}
