/** The tabs beside the chat: the inbox in short, and what stones saved with the customiser's proposals. */

import { button, div, el, number, p } from './dom.js';

export class Tab {
  /** @param {any} assistant @param {(assistant: any) => Promise<any[]>} fill what stands in it, asked anew each time it is shown */
  constructor(assistant, fill) {
    this.assistant = assistant;
    this.fill = fill;
    this.element = div('');
  }

  async show() {
    const { assistant, element } = this;
    if (!assistant.api.isConnected) return element.replaceChildren(p('', 'This needs your account.'), div('', assistant.door(element)));
    const parts = await assistant.attempt(() => this.fill(assistant), element);
    if (parts) element.replaceChildren(...parts);
    else element.append(div('', button('Try again', () => this.show())));
  }
}

/** @param {any} assistant */
export async function showInbox(assistant) {
  const { api } = assistant;
  const { unread, messages } = await api.call('inbox');
  assistant.showUnread(unread);
  const rows = messages.map((/** @type {any} */ { id, subject, sender, scan, age, url, ack_required: asks }) => {
    const place = div('', asks && button('Acknowledge', () => assistant.acknowledge({ message_id: id }, place)));
    return el('li', { className: 'card' }, api.link(url, subject || '(no subject)'), p('', scan), p('note', `${sender} · ${age}`), place);
  });
  return [rows.length ? el('ul', {}, ...rows) : p('note', 'Nothing new from your agents.'), api.link('/inbox/', 'Open the inbox')];
}

/** @param {any} assistant */
export async function showInsights(assistant) {
  const { api } = assistant;
  const [{ days, saved, percent, received, loaded }, { proposals }] = await Promise.all([api.call('insights'), api.call('proposals')]);
  return [
    el('h2', {}, `The last ${days} days`),
    el('h3', {}, `Saved ${Math.round(percent ?? 0)}%`),
    p('', `${number(saved)} tokens saved · ${number(received)} stones met · ${number(loaded)} levels loaded`),
    api.link('/analytics/', 'All figures'),
    el('h2', {}, 'Your menus'),
    proposals.length ? el('ul', {}, ...proposals.map((/** @type {any} */ each) => proposalRow(assistant, each))) : p('note', 'No proposals yet.'),
  ];
}

/** Nothing of it is applied but by the person. @param {any} assistant @param {any} proposal */
function proposalRow(assistant, { id, title, reason, decision }) {
  const note = div('');
  const decide = async (/** @type {string} */ word) => {
    const decided = await assistant.call(`proposals/${id}`, { decision: word.toLowerCase() }, note);
    if (!decided) return;
    assistant.menus = decided.menus;
    assistant.open('Insights');
    assistant.announce(`${title}: ${decided.decision}`);
  };
  const choices = decision === 'applied' ? ['Undo'] : ['Apply', 'Dismiss'];
  return el('li', { className: 'card' }, el('h3', {}, title), p('', reason), note, div('row', ...choices.map((word) => button(word, () => decide(word)))));
}
