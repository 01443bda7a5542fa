/** An answer while a model writes it: its draft grows in the chat until it is checked, and it can be stopped. */

import { ApiError } from './api.js';
import { button, div, el, p } from './dom.js';

/**
 * Ask, and show what is written so far. Where no model writes, the answer comes at once.
 *
 * @param {any} assistant @param {string} name seen from /assistant/api/ @param {object} body
 * @returns {Promise<any>} the checked answer; raises ApiError
 */
export async function askStreamed(assistant, name, body) {
  const { api, chat } = assistant;
  const response = await api.call(name, body, { Accept: 'text/event-stream' });
  if (!(response instanceof Response)) return response;
  const text = p('said', '');
  const note = el('p', { className: 'note', role: 'status' });
  let stopUrl = '';
  const stop = button('Stop', () => api.post(stopUrl));
  const draft = chat.add(div('card', p('note', 'A draft, not checked yet'), text, note, stop));
  try {
    for await (const { event, data } of events(response)) {
      if (event === 'answer') stopUrl = data.stop;
      else if (event === 'restart') text.textContent = '';
      else if (event === 'waiting') note.textContent = data.detail;
      else if (event === 'piece') {
        note.textContent = '';
        text.append(data.text);
        chat.show();
      } else if (event === 'done') {
        if (data.answer) return data.answer;
        throw new ApiError(data.error.detail, data.error.status, data.error.code);
      }
    }
  } finally {
    draft.remove();
  }
  throw new ApiError('The connection broke off before the answer was there. Ask again.');
}

/** The events of a response as they come. @param {Response} response */
async function* events(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = /** @type {string} */ (parts.pop());
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (event && data) yield { event, data: JSON.parse(data) };
    }
  }
}
