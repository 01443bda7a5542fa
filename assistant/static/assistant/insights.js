/** The tab of figures, and what may be done with the menus. Loaded when it is first shown. */

import { button, div, el, number, p } from './dom.js';

/** @param {any} assistant */
export async function showInsights(assistant) {
  const { api } = assistant;
  const [{ days, saved, percent, received, loaded }, { proposals }] = await Promise.all([api.call('insights'), api.call('proposals')]);
  return [
    el('h2', {}, `The last ${days} days`),
    el('h3', {}, `Saved ${Math.round(percent ?? 0)}%`),
    p('', `Tokens saved: ${number(saved)} · stones met: ${number(received)} · levels loaded: ${number(loaded)}`),
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
