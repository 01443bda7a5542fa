/** The tracker against a real HTTP server; the browser's memory is an object, its page two event targets. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';

import { Tracker, generalPath, watchPage } from '../../static/analytics/tracker.js';

const NAME = /^[A-Za-z0-9][A-Za-z0-9 :./_+-]{0,63}$/;
// What a tracker waits for would keep the process from ending.
const { setTimeout: wait } = globalThis;
globalThis.setTimeout = (act, milliseconds) => (milliseconds < 10_000 ? wait(act, milliseconds) : wait(act, milliseconds).unref());

let server;
let url;
let requests;
let answers;

const bodyOf = async (request) => {
  let text = '';
  for await (const part of request) text += part;
  return JSON.parse(text);
};
const memory = () => ({ ...globalThis.localStorage });
const keptEvents = () => JSON.parse(globalThis.localStorage['qastone-events-qastone'] ?? '[]');
const tracked = (options = {}) => new Tracker({ url, app: 'qastone', ...options });

beforeEach(async () => {
  globalThis.localStorage = {};
  globalThis.sessionStorage = {};
  [requests, answers] = [[], []];
  server = createServer(async (request, response) => {
    const { events } = await bodyOf(request);
    requests.push({ events, headers: request.headers });
    const { status = 202, body = {}, after } = answers.shift() ?? {};
    await after;
    response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(body));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${server.address().port}/events`;
});
afterEach(() => new Promise((closed) => server.close(closed)));

test('events go in one request, with what is known of them alone', async () => {
  const tracker = tracked({ headers: () => ({ 'X-CSRFToken': 'abc' }) });
  tracker.track('menu_click', { name: 'copy-as-stone', text: 'what somebody wrote', page: '' });
  tracker.track('lod_loaded', { level: 0, tokens: 0, saved_tokens: null });
  await tracker.flush();
  assert.equal(requests.length, 1);
  const [{ events, headers }] = requests;
  assert.equal(headers['x-csrftoken'], 'abc');
  assert.deepEqual(events.map(({ id, session_id, timestamp, ...rest }) => rest), [
    { type: 'menu_click', name: 'copy-as-stone' },
    { type: 'lod_loaded', level: 0, tokens: 0 },
  ]);
  assert.equal(new Set(events.map(({ id }) => id)).size, 2);
  assert.equal(new Set(events.map(({ session_id }) => session_id)).size, 1);
  assert.ok(events.every(({ id, session_id }) => /^[0-9a-f]{24}$/.test(id) && /^[0-9a-f]{24}$/.test(session_id)));
  assert.ok(events.every(({ timestamp }) => Math.abs(Date.parse(timestamp) - Date.now()) < 5_000 && timestamp.endsWith('Z')));
  assert.deepEqual(memory(), {});
});

test('nothing is asked where nothing waits', async () => {
  await tracked().flush();
  assert.equal(requests.length, 0);
});

test('twenty events do not wait', async () => {
  const tracker = tracked();
  for (let number = 0; number < 20; number++) tracker.track('copy');
  while (!requests.length) await new Promise((later) => setTimeout(later, 5));
  assert.equal(requests[0].events.length, 20);
});

test('more than fit one request go in several', async () => {
  const tracker = tracked();
  for (let number = 0; number < 19; number++) tracker.track('copy');
  globalThis.localStorage['qastone-events-qastone'] = JSON.stringify(
    Array.from({ length: 101 }, (_, number) => ({ id: `k${number}`, session_id: 's', timestamp: '2026-01-01T00:00:00Z', type: 'copy' })),
  );
  await tracker.flush();
  assert.deepEqual(requests.map(({ events }) => events.length), [50, 50, 20]);
  assert.deepEqual(memory(), {});
});

for (const status of [401, 403, 408, 429, 500, 503]) {
  test(`what was answered with ${status} is kept, and sent by the next page under the same id`, async () => {
    const tracker = tracked();
    tracker.track('shortcut', { name: 'ctrl+/' });
    answers = [{ status }];
    await tracker.flush();
    assert.equal(keptEvents().length, 1);
    await tracked().flush();
    assert.equal(requests[1].events[0].id, requests[0].events[0].id);
    assert.deepEqual(memory(), {});
    await tracker.flush();
    assert.equal(requests.length, 2);
  });
}

test('offline events are kept, the newest 500 of them', async () => {
  const away = new Tracker({ url: 'http://127.0.0.1:1/', app: 'qastone' });
  for (let number = 0; number < 503; number++) away.track('copy', { name: `n${number}` });
  while (!keptEvents().length) await new Promise((later) => setTimeout(later, 5)); // an attempt was made at the 20th
  assert.deepEqual([keptEvents().length, keptEvents()[0].name, keptEvents()[499].name], [500, 'n3', 'n502']);
  await tracked().flush();
  assert.equal(requests.flatMap(({ events }) => events).length, 500);
});

test('one event at fault is dropped, the others are sent', async () => {
  const tracker = tracked();
  for (const name of ['a', 'b', 'c']) tracker.track('custom', { name });
  answers = [{ status: 400, body: { code: 'invalid_events', index: 1 } }];
  await tracker.flush();
  assert.deepEqual(requests.map(({ events }) => events.map(({ name }) => name)), [['a', 'b', 'c'], ['a', 'c']]);
  assert.deepEqual(memory(), {});
});

test('what is refused for good is not sent for ever', async () => {
  const tracker = tracked();
  tracker.track('custom', { name: 'a' });
  answers = [{ status: 404 }];
  await tracker.flush();
  await tracker.flush();
  assert.equal(requests.length, 1);
  assert.deepEqual(memory(), {});
});

test('a browser that keeps nothing loses nothing while the page is open', async () => {
  delete globalThis.localStorage;
  delete globalThis.sessionStorage;
  const tracker = tracked();
  tracker.track('copy');
  answers = [{ status: 503 }];
  await tracker.flush();
  await tracker.flush();
  assert.equal(requests[1].events[0].id, requests[0].events[0].id);
});

test('what stands in the browser’s memory may be anything', async () => {
  globalThis.localStorage['qastone-events-qastone'] = '{"broken';
  const tracker = tracked();
  tracker.track('copy');
  await tracker.flush();
  assert.equal(requests[0].events.length, 1);
});

test('nothing is thrown, whatever is given', async () => {
  const tracker = tracked({ headers: () => { throw new Error('no token'); } });
  tracker.track('custom', { name: 1n });
  tracker.track('custom', null);
  await tracker.flush();
  assert.equal(requests.length, 0);
});

for (const [path, general] of JSON.parse(readFileSync(new URL('pages.json', import.meta.url), 'utf-8'))) {
  test(`${path} is ${general}`, () => assert.equal(generalPath(path), general));
}

function newPage() {
  globalThis.document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  globalThis.window = new EventTarget();
  globalThis.location = { pathname: '/stones/8f3a21c0' };
}

/** @param {string} state */
function turn(state) {
  document.visibilityState = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** @param {() => unknown} isSo */
async function until(isSo) {
  while (!isSo()) await new Promise((later) => setTimeout(later, 5));
}

const sentTypes = () => requests.map(({ events }) => events.map(({ type }) => type));

test('what waits is sent when the page is hidden, and each event once, however slow the site is', async () => {
  newPage();
  let answer;
  answers = [{ after: new Promise((later) => (answer = later)) }];
  const tracker = tracked();
  const end = watchPage(tracker);
  turn('hidden');
  assert.equal(keptEvents().length, 1); // should the page end here and its request with it
  await until(() => requests.length);
  turn('visible');
  document.dispatchEvent(new Event('copy'));
  turn('hidden'); // while the first is under way
  await until(() => requests.length === 2);
  window.dispatchEvent(new Event('pagehide'));
  turn('hidden'); // as browsers do after pagehide
  await until(() => requests.length === 3);
  answer();
  await until(() => !Object.keys(memory()).length);
  assert.deepEqual(sentTypes(), [['page_visit'], ['copy'], ['page_exit']]);
  end();
});

test('a page that is hidden while it sends waits for that', async () => {
  newPage();
  let answer;
  answers = [{ after: new Promise((later) => (answer = later)) }];
  const tracker = tracked();
  const end = watchPage(tracker);
  const flushed = tracker.flush();
  await until(() => requests.length);
  turn('hidden');
  assert.equal(keptEvents().length, 1);
  answer();
  await flushed;
  assert.deepEqual(sentTypes(), [['page_visit']]);
  assert.deepEqual(memory(), {});
  end();
});

test('a page that was not there is no visit', async () => {
  newPage();
  const { getEntriesByType } = performance;
  performance.getEntriesByType = () => [{ responseStatus: 404 }];
  const end = watchPage(tracked());
  performance.getEntriesByType = getEntriesByType;
  turn('hidden');
  window.dispatchEvent(new Event('pagehide'));
  await new Promise((later) => setTimeout(later, 50));
  assert.equal(requests.length, 0);
  assert.deepEqual(keptEvents(), []);
  end();
});

test('a page that is shown sends nothing for that', async () => {
  newPage();
  const end = watchPage(tracked());
  turn('visible');
  await new Promise((later) => setTimeout(later, 50));
  assert.equal(requests.length, 0);
  end();
});

test('what a hidden page could not send before it ended is sent by the next one, under the same ids', async () => {
  newPage();
  answers = [{ status: 503 }];
  const end = watchPage(tracked());
  turn('hidden');
  await until(() => requests.length);
  end();
  await tracked().flush();
  assert.equal(requests.length, 2);
  assert.deepEqual(requests[1].events, requests[0].events);
  assert.deepEqual(memory(), {});
});

test('a page says that it came, what was done, and how long it was seen', async ({ mock }) => {
  newPage();
  let now = 1_000;
  mock.method(performance, 'now', () => now);
  const tracker = tracked();
  const end = watchPage(tracker);
  document.dispatchEvent(Object.assign(new Event('copy'), { clipboardData: 'secret' }));
  document.dispatchEvent(new CustomEvent('qastone:shortcut', { detail: 'Copy what is loaded, or the command' }));
  now += 60;
  turn('hidden');
  await until(() => requests.length && !keptEvents().length);
  now += 200;
  window.dispatchEvent(new Event('pagehide'));
  assert.equal(keptEvents().length, 1); // should the page's last request not arrive
  await until(() => requests.length === 2);
  const events = requests.flatMap(({ events: sent }) => sent);
  assert.deepEqual(events.map(({ type, page }) => [type, page]), ['page_visit', 'copy', 'shortcut', 'page_exit'].map((type) => [type, '/stones/:id']));
  assert.equal(events[2].name, 'Copy what is loaded or the command');
  assert.match(events[2].name, NAME);
  assert.equal(events[3].duration_ms, 60);
  assert.doesNotMatch(JSON.stringify(events), /secret|8f3a21c0/);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  end();
  document.dispatchEvent(new Event('copy'));
  // While the request before is under way nothing else is sent.
  await until(() => void tracker.flush() || requests.length > 2);
  assert.deepEqual(requests.slice(2).flatMap(({ events: sent }) => sent.map(({ type }) => type)).filter((type) => type !== 'page_exit').slice(-1), ['page_visit']);
});
