/** An answer while a model writes it: its draft grows in the chat until it is checked, and it can be stopped. */

import { ApiError } from './api.js';
import { button, div, el, p } from './dom.js';

const TRIES = 5; // to go on with a stream that broke off

/**
 * Ask, and show what is written so far.
 *
 * @param {any} assistant @param {string} name seen from /assistant/api/ @param {any} body
 * @returns {Promise<any>} the checked answer; raises ApiError
 */
export async function askStreamed(assistant, name, body) {
  const { api, chat } = assistant;
  const text = p('said', '');
  const note = el('p', { className: 'note', role: 'status' });
  let path = name;
  let stop = '';
  let last = '';
  const draft = div('card', p('note', 'A draft, not checked yet'), text, note, div('', button('Stop', () => assistant.call(stop, {}))));
  try {
    for (let tries = 0; tries < TRIES && path; tries++) {
      if (tries) await new Promise((resolve) => setTimeout(resolve, 1000 * tries));
      const response = await api.call(last ? `${path}?after=${last}` : path, path === name ? body : undefined, { Accept: 'text/event-stream' });
      if (!(response instanceof Response)) return withNotes(api, body, response);
      for await (const { id, event, data } of events(response)) {
        last = id || last;
        if (event === 'answer') {
          [path, stop] = [data.events, data.stop].map((url) => url.replace('/assistant/api/', ''));
          if (!draft.isConnected) chat.add(draft);
        } else if (event === 'restart') text.textContent = '';
        else if (event === 'waiting') note.textContent = data.detail;
        else if (event === 'piece') {
          note.textContent = '';
          text.append(data.text);
          chat.show();
        } else if (event === 'done') {
          if (data.answer) return withNotes(api, body, data.answer);
          throw new ApiError(data.error.detail, data.error.status, data.error.code);
        }
      }
      if (path === name) break; // it is not known where it goes on
    }
  } finally {
    draft.remove();
  }
  throw new ApiError('The connection broke off before the answer was there. Ask again.');
}

/** With `notes` below it: what a chat took it to follow, and the way to Ask where it found nothing.
 * @param {any} api @param {any} body @param {any} answer */
function withNotes(api, { message }, answer) {
  const follows = answer.follows && p('note', `Read as following “${answer.follows}”.`);
  const ask = answer.mode === 'retrieval' && !answer.sources.length && p('note', api.link(`/ask/?q=${encodeURIComponent(message)}`, 'Ask it there'));
  return { ...answer, notes: [follows, ask] };
}

/** The events of a response, until it ends or breaks off. @param {Response} response */
async function* events(response) {
  const reader = /** @type {ReadableStream<any>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const [id, event, data] = ['id', 'event', 'data'].map((field) => new RegExp(`^${field}: (.*)$`, 'm').exec(part)?.[1] ?? '');
      if (event) yield { id, event, data: JSON.parse(data) };
    }
  }
}
