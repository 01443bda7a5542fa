/** What is asked before something leaves the chat: to which agent and how much of it, or what a helper is to find out. */

import { newId } from '../analytics/tracker.js';
import { button, div, el, number, p } from './dom.js';

/** The levels that a recipient may read. */
const LIMITS = ['LOD-0', 'up to LOD-1', 'up to LOD-2', 'all of it'];

/**
 * Send a text or a stone to an agent.
 *
 * @param {import('./chat.js').Chat} chat @param {string} text @param {'content' | 'stone'} kind
 */
export async function sendForm(chat, text, kind) {
  const { api } = chat.assistant;
  const agents = await api.call('agents');
  if (!agents.length) return chat.step('There is no agent yet. ', api.link('/agents/', 'Make one'));
  const agent = el('select', {}, ...agents.map((/** @type {any} */ { name }) => el('option', {}, name)));
  const limit = el('select', {}, ...LIMITS.map((words, value) => el('option', { value, selected: value === 1 }, words)));
  const subject = el('input', { maxLength: 120 });
  // Sent again after an answer was lost, it is sent once; what was changed since is something else.
  let key = newId();
  const send = async () => {
    const max_lod = kind === 'stone' ? { max_lod: Number(limit.value) } : {};
    const body = { recipient: agent.value, [kind]: text, subject: subject.value, ...max_lod };
    const sent = await chat.assistant.attempt(() => api.call('send', body, { 'Idempotency-Key': key }));
    if (!sent) return;
    form.remove();
    chat.step(`Sent to ${agent.value}. `, api.link(sent.url, 'Open it'));
    chat.box.focus();
  };
  const form = asForm(
    'Send to an agent',
    send,
    p('you', text.slice(0, 200)),
    el('label', {}, 'To', agent),
    el('label', {}, 'Subject, if any', subject),
    kind === 'stone' && el('label', {}, 'May read', limit),
    div('row', el('button', { className: 'main' }, 'Send'), button('Cancel', () => form.remove())),
  );
  form.className = 'card';
  form.oninput = () => (key = newId());
  chat.add(form);
  agent.focus();
}

/**
 * Offer a helper for the rest of a stone, with what it may cost.
 *
 * @param {import('./chat.js').Chat} chat @param {import('./card.js').Card} card
 */
export async function helperOffer(chat, { reading, channel, element }) {
  const { api, track, announce } = chat.assistant;
  const offer = 'A helper can read the rest for you';
  if (element.querySelector('form')) return element.querySelector('textarea').focus();
  if (!reading.isStored) return element.append(p('note', `${offer}, once ${api.isConnected ? 'the stone is stored' : 'this page is connected'}.`));
  const { tokens, budget, has_model } = await api.call(`helper-price?border_hash=${reading.hash}`);
  const task = el('textarea', { rows: 2, required: true, value: `What matters for this: ${reading.levels[0].text}` });
  const spawn = async () => {
    const job = await chat.assistant.call('helper', { border_hash: reading.hash, task: task.value });
    if (!job) return;
    track('helper_spawned', { glow_channel: channel, tokens: budget });
    form.replaceWith(p('note', 'A helper is at work. ', api.link(job.url, 'Watch it')));
    chat.assistant.announce('A helper is at work');
  };
  const price = has_model ? `up to ${number(budget)} tokens of a model` : 'no model: quotes alone';
  const form = asForm('Spawn a helper', spawn, p('note', `${offer}, all ${number(tokens)} tokens.`), el('label', {}, 'Its task', task), div('', el('button', {}, `Spawn a helper (${price})`)));
  element.append(form);
}

/** @param {string} ariaLabel @param {() => Promise<any>} act @param {...any} parts @returns {any} */
function asForm(ariaLabel, act, ...parts) {
  const onsubmit = async (/** @type {any} */ event) => {
    event.preventDefault();
    event.submitter.disabled = true;
    await act();
    event.submitter.disabled = false;
  };
  return el('form', { ariaLabel, onsubmit }, ...parts);
}
