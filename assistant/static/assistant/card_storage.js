/** What a person has met in this tab of the browser, kept for the site's next page until it is cleared. Own pages alone. */

import { JOBS, load, save } from './api.js';
import { button } from './dom.js';

const CARDS = 'qastone-cards-'; // and the account's mark
const MOST = 5;
const MOST_CHARACTERS = 100_000; // of a stone
const INTRODUCTION = 2; // what the conversation begins with, before anything was said

/** @param {any} chat */
const nameOf = (chat) => CARDS + chat.assistant.api.account;

/** @param {any} chat */
export function storeCards(chat) {
  const readings = chat.cards.map((/** @type {any} */ { reading }) => reading).filter((/** @type {any} */ { text }) => text.length <= MOST_CHARACTERS);
  save(
    nameOf(chat),
    readings
      .slice(-MOST)
      .map((/** @type {any} */ { text, levels, read, isStored, isExact, prices, available, warnings }) => ({ text, levels, read, isStored, isExact, prices, available, warnings })),
  );
}

/** Show them as they were left: nothing is read anew, so nothing is charged twice. @param {any} chat */
export async function restore(chat) {
  chat.actions.append(button('Clear', () => clear(chat), 'bare'));
  let last = chat.log.children[INTRODUCTION - 1];
  for (const { levels, ...state } of Object.values(load(nameOf(chat)))) {
    // It may have been met again while this was on its way.
    if (chat.cards.some((/** @type {any} */ { reading }) => reading.text === state.text)) continue;
    const card = chat.makeCard(state.text);
    const { loaded, reading } = card;
    last.after(card.element);
    last = card.element;
    // Looks at the paste and loads nothing; a stone that is blocked stays so.
    if (!(await card.loadTo(-1))) continue;
    Object.assign(reading, state);
    card.loaded = () => {};
    for (const level of levels) {
      reading.levels.push(level);
      card.add(level);
    }
    card.loaded = loaded;
    card.tell();
    card.show();
    const stone = chat.stones.find((/** @type {any} */ each) => each.border_hash === reading.hash.toLowerCase());
    if (stone) stone.card = card;
  }
  if (Object.keys(load(JOBS + chat.assistant.api.account)).length) (await import('./helping.js')).resume(chat.assistant);
  chat.show();
}

/** Forget all of it: what was said, met and kept as context. @param {any} chat */
function clear(chat) {
  const { assistant, log } = chat;
  Object.assign(chat, { turns: [], stones: [], cards: [] });
  log.replaceChildren(...[...log.children].slice(0, INTRODUCTION));
  for (const name of [nameOf(chat), JOBS + assistant.api.account]) save(name, {});
  assistant.remember({ turns: [] });
  chat.showChips();
  chat.box.focus();
  assistant.announce('Cleared');
}
