/** Shortcuts beside the items of a menu. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { itemFor } from './linked.mjs';

const ITEMS = [
  { id: 'plain', title: 'No shortcut' },
  { id: 'copy', title: 'Copy', shortcut: 'Alt+Shift+C' },
  { id: 'find', title: 'Find', shortcut: 'Ctrl+K' },
  { id: 'single', title: 'Single', shortcut: 'e' },
];

/** @param {string} key @param {object} [held] */
const press = (key, held = {}) => ({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
const idOf = (pressed, allowsSingle) => itemFor(ITEMS, pressed, allowsSingle)?.id;

test('all of a shortcut is pressed and nothing else', () => {
  assert.equal(idOf(press('C', { altKey: true, shiftKey: true })), 'copy');
  assert.equal(idOf(press('C', { altKey: true })), undefined);
  assert.equal(idOf(press('C', { altKey: true, shiftKey: true, ctrlKey: true })), undefined);
  assert.equal(idOf(press('c')), undefined);
  assert.equal(idOf(press('Shift', { altKey: true, shiftKey: true })), undefined);
});

test('where Alt makes another letter the key itself counts', () => {
  assert.equal(idOf(press('Ç', { code: 'KeyC', altKey: true, shiftKey: true })), 'copy');
});

test('the command key is Ctrl', () => {
  assert.equal(idOf(press('k', { ctrlKey: true })), 'find');
  assert.equal(idOf(press('k', { metaKey: true })), 'find');
});

test('single keys can be turned off', () => {
  assert.equal(idOf(press('e')), 'single');
  assert.equal(idOf(press('e'), false), undefined);
  assert.equal(idOf(press('k', { ctrlKey: true }), false), 'find');
});
