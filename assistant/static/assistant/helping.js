/** A helper that reads a stone: what it may cost, how far it is, what it found. Loaded when one is first offered. */

import { JOBS, load, save } from './api.js';
import { div, el, form, number, p } from './dom.js';

const OFFER = 'A helper can read the rest for you';
const PAUSE = 3000; // ms between two looks at one that is at work

/** Offer a helper for the rest of a stone, with what it may cost. @param {any} card @param {any} assistant */
export async function offer(card, assistant) {
  const { reading, element } = card;
  const { api } = assistant;
  if (element.querySelector('form')) return element.querySelector('textarea').focus();
  if (!reading.isStored) return element.append(api.isConnected ? storeFirst(card, assistant) : p('note', `${OFFER}, once this page is connected.`));
  const { tokens, budget, has_model } = await api.call(`helper-price?border_hash=${reading.hash}`);
  const task = el('textarea', { rows: 2, required: true, value: `What matters for this: ${reading.levels[0].text}` });
  const spawn = async () => {
    const job = await assistant.call('helper', { border_hash: reading.hash, task: task.value });
    if (!job) return;
    question.replaceWith(watch(assistant, { ...job, task: task.value, hash: reading.hash }));
    assistant.announce('A helper is at work');
  };
  const price = has_model ? `up to ${number(budget)} tokens of a model` : 'no model: quotes alone';
  const question = form('Spawn a helper', spawn, p('note', `${OFFER}, all ${number(tokens)} tokens.`), el('label', {}, 'Its task', task), div('', el('button', {}, `Spawn a helper (${price})`)));
  element.append(question);
}

/** A helper reads what is stored: whether that is wanted is asked before its price. @param {any} card @param {any} assistant */
function storeFirst(card, assistant) {
  const { reading, element } = card;
  if (!reading.isWhole) return p('note', `${OFFER}, once the stone is stored here whole.`);
  const store = async () => {
    if (!(await assistant.call('stone', { content: reading.text }, fault))) return;
    reading.isStored = true;
    card.tell();
    question.remove();
    await assistant.attempt(() => offer(card, assistant));
    element.querySelector('textarea')?.focus();
  };
  const fault = div('');
  const question = form('Store the stone', store, p('note', `${OFFER}, once the stone is stored here, with the copy in your clipboard's history.`), el('button', {}, 'Store it here'), fault);
  return question;
}

/** Those that had not answered when the page before this one was left, each in its stone's card. @param {any} assistant */
export function resume(assistant) {
  const { chat, api } = assistant;
  for (const job of Object.values(load(JOBS + api.account))) {
    const card = chat.cards.find((/** @type {any} */ { reading }) => reading.hash === job.hash);
    (card?.element ?? chat.log).append(watch(assistant, job));
  }
}

/** When somebody connects or disconnects: until then the site's answer stays the same. @param {any} api @param {() => void} look */
function onceChanged(api, look) {
  const { changed } = api;
  api.changed = () => {
    api.changed = changed;
    changed();
    look();
  };
}

/** What says how far a helper is, and then what it found. @param {any} assistant @param {any} job @returns {HTMLElement} */
function watch(assistant, job) {
  const { api } = assistant;
  const name = JOBS + api.account;
  /** @param {any} [value] */
  const remember = (value) => save(name, { ...load(name), [job.url]: value });
  const card = div('card', `A helper is at work: ${job.task} `, api.link(job.url, 'Watch it'));
  const look = async () => {
    let found = job;
    try {
      found = await api.call(`helper/${job.job_id}`);
    } catch (error) {
      const { status } = /** @type {import('./api.js').ApiError} */ (error);
      if (status === 401 || status === 403) return onceChanged(api, look);
      if (status === 404) {
        remember();
        return card.replaceChildren(p('fault', `This helper is no longer there: ${job.task}`));
      }
      // The site is away: it is asked again later.
    }
    if (!found.scan) return setTimeout(look, PAUSE);
    remember();
    card.replaceChildren(p('answer', found.scan), api.link(found.url, 'Open'));
    const { glow_channel, tokens } = found;
    assistant.track('helper_spawned', { glow_channel, tokens });
    // On the next page it stands in the conversation.
    assistant.chat.remember('assistant', found.scan);
    assistant.announce(found.scan);
    // It is a message, too: the button of a closed panel counts it.
    assistant.poll();
  };
  remember(job);
  look();
  return card;
}
