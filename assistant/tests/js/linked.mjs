/**
 * The modules as a site serves them: the static files of all apps lie in one folder there, and modules import each
 * other by that. Here each app has its own, so they are copied into one.
 */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const top = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const served = mkdtempSync(join(tmpdir(), 'qastone-static-'));
for (const app of ['assistant', 'stones', 'analytics']) cpSync(join(top, app, 'static', app), join(served, app), { recursive: true });
process.on('exit', () => rmSync(served, { recursive: true }));
writeFileSync(join(served, 'package.json'), '{"type": "module"}');

/** @param {string} name */
const load = (name) => import(pathToFileURL(join(served, name)).href);
export const { Blocked, Reading, splitPaste } = await load('assistant/reading.js');
export const { DEFAULT_CHANNELS, FormatError, borderHash, dump, estimateTokens } = await load('stones/qastone.js');
export const { itemFor } = await load('assistant/menu.js');
export const { markdown } = await load('assistant/dom.js');
