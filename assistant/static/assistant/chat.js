/** The chat: what is said, the stones it knows of, and what is done with a stone that is met. */

import { CHANNELS, FormatError, STONE_TYPES } from '../stones/reader.js';
import { ApiError, JOBS, load, offline, save } from './api.js';
import { Card } from './card.js';
import { button, div, el, markdown, p } from './dom.js';
import { Reading, splitPaste } from './reading.js';

const DRAFT = 'qastone-draft-'; // and the account's mark
const MAX_TURNS = 20;
const MAX_CHARACTERS = 4000; // of a turn
const MOST_STONES = 5;
const MOST_TEXT = 20_000; // characters of a stone, as the site takes them

/** @typedef {{ number?: number, title: string, excerpt?: string, url: string }} Source */

/** @param {Card} card one of the format's channels, or "" */
const glowChannel = ({ channel }) => (CHANNELS.includes(channel) ? channel : '');

export class Chat {
  /** @param {any} assistant */
  constructor(assistant) {
    this.assistant = assistant;
    const { turns = [], stones = [] } = assistant.recall();
    /** @type {{ role: 'user' | 'assistant', content: string, sources?: Source[] | null }[]} */
    this.turns = turns;
    /** @type {{ border_hash: string, channel: string, level: number, text: string, card?: Card }[]} */
    this.stones = stones;
    /** @type {Card[]} those that were met */
    this.cards = [];
    this.log = el('div', { className: 'log', role: 'log', ariaLive: 'off', ariaLabel: 'Conversation' });
    this.chips = el('ul', { className: 'chips', ariaLabel: 'Context of this chat' });
    this.box = el('textarea', { rows: 1, value: load(DRAFT + assistant.api.account).text ?? '', oninput: () => this.#draft(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#enter(event) });
    this.submit = el('button', { className: 'main' }, 'Send');
    this.actions = div('');
    const form = el('form', { onsubmit: (/** @type {Event} */ event) => this.#submit(event) }, el('label', {}, 'Message', this.box), div('row', this.submit, this.actions));
    this.element = div('', this.log, this.chips, form);
    this.add(p('note', 'Paste a stone, or select text: its menu makes one.'));
    const { api } = assistant;
    this.add(p('note', 'It answers from your stones, memory and messages. Or ', api.link('/search', 'search everything'), ', ', api.link('/ask/', 'Ask'), ' how something is done, ask the ', api.link('/brain/', 'Brain'), '.'));
    for (const { role, content, sources } of turns) this.#bubble(role, content, this.#sources(sources));
    // What was met on the page before this one, and helpers that had not answered when it was left.
    if (api.isOwn) this.#storage().then(({ restore }) => restore(this));
    else if (Object.keys(load(JOBS + api.account)).length) import('./helping.js').then(({ resume }) => resume(assistant));
    this.showChips();
    this.changed();
  }

  /** Who is connected may end it, here or wherever the app is connected; who is not may connect. */
  changed() {
    const { api } = this.assistant;
    const buttons = api.isConnected ? [button('Disconnect', () => api.disconnect(), 'bare'), api.link('/assistant/apps', 'All connections')] : [this.assistant.connectButton()];
    this.actions.replaceChildren(...(api.isOwn ? [] : buttons));
  }

  /** To the end, or the beginning of what is long. @param {any} [part] */
  show(part) {
    this.element.scrollTop = this.element.scrollHeight;
    part?.scrollIntoView();
  }

  #storage() {
    return import('./card_storage.js');
  }

  /** The site's own pages are left for each other: the next one shows what was met, too. */
  storeCards() {
    if (this.assistant.api.isOwn) this.#storage().then(({ storeCards }) => storeCards(this));
  }

  /** @param {any} part */
  add(part) {
    this.log.append(part);
    this.show(part);
    return part;
  }

  /** @param {'user' | 'assistant'} role @param {string} text @param {...any} extra */
  #bubble(role, text, ...extra) {
    return this.add(role === 'user' ? div('said you', text) : div('said', markdown(text), ...extra));
  }

  /** The assistant says something. @param {Source[] | null} sources @param {string} text @param {...any} extra */
  say(sources, text, ...extra) {
    this.#bubble('assistant', text, ...extra, this.#sources(sources));
    this.remember('assistant', text, sources);
    this.assistant.announce(text);
  }

  /** @param {'user' | 'assistant'} role @param {string} text @param {Source[] | null} [sources] */
  remember(role, text, sources) {
    this.turns = [...this.turns, { role, content: text.slice(0, MAX_CHARACTERS), sources }].slice(-MAX_TURNS);
    this.assistant.remember({ turns: this.turns });
  }

  /** A step on the way, which is no part of the conversation. @param {string} text @param {...any} extra */
  step(text, ...extra) {
    this.assistant.announce(text);
    return this.add(p('note', text, ...extra));
  }

  /** Whether a person stands behind it; else it is offered. */
  isConnected() {
    const { api } = this.assistant;
    if (!api.isConnected) this.step('This needs your account. ', this.assistant.connectButton());
    return api.isConnected;
  }

  /* ---------------------------------------------------------------------------------------------------- talking */

  #draft() {
    save(DRAFT + this.assistant.api.account, { text: this.box.value });
  }

  /** @param {KeyboardEvent} event */
  #enter(event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.box.form.requestSubmit();
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const { value } = this.box;
    const message = value.trim();
    if (!message || this.submit.disabled || !this.isConnected()) return;
    this.submit.disabled = true;
    const said = this.#bubble('user', message);
    const stones = this.stones.map(({ card, ...each }) => each);
    const history = this.turns.map(({ sources, ...turn }) => turn);
    const answer = await this.#write('chat', { message, history, stones }).finally(() => (this.submit.disabled = false));
    // What was typed meanwhile stands; what was refused is kept in the box, or where it was said.
    const isSame = this.box.value === value;
    if (!answer) return isSame && said.remove();
    if (isSame) this.box.value = '';
    this.#draft();
    this.remember('user', message);
    this.say(answer.sources, answer.text, ...answer.notes);
  }

  /** An answer that a model may be long in writing; null where the site refuses. @param {string} name @param {object} body */
  #write(name, body) {
    return this.assistant.attempt(async () => (await import('./streaming.js').catch(offline)).askStreamed(this.assistant, name, body));
  }

  /** @param {Source[] | null | undefined} list */
  #sources(list) {
    if (!list?.length) return null;
    const rows = list.map(({ number: at, title, excerpt, url }) => el('li', {}, at ? `[${at}] ` : '', url ? this.assistant.api.link(url, title) : title, excerpt && p('note', excerpt)));
    return el('details', {}, el('summary', { className: 'note' }, `Sources: ${rows.length}`), el('ul', {}, ...rows));
  }

  /** A question to the notes. @param {string} question */
  async ask(question, more = '', step = 'Asking your brain.') {
    if (!this.isConnected()) return null;
    this.step(step);
    const answer = await this.#write('query', { question, ...(more && { more }) });
    if (answer) this.say(answer.citations, answer.text, ...answer.notices.map((/** @type {string} */ each) => p('note', each)));
    return answer;
  }

  /* ------------------------------------------------------------------------------------------------ meeting stones */

  /** @param {string} text */
  holdsStone(text) {
    return splitPaste(text).stones.length > 0;
  }

  /** Meet every stone of a paste, one after the other. @param {string} text */
  async meet(text) {
    const { before, stones } = splitPaste(text);
    if (before.trim()) this.step('The text before the stone is left out.');
    // Every header stands here before any level is looked at.
    for (const card of stones.map((found) => this.#meetOne(found))) if (card) await this.#act(card);
  }

  /** @param {{ text: string, line: number }} found @returns {Card | null} */
  #meetOne({ text, line }) {
    let card;
    try {
      card = this.makeCard(text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#refuse(`This stone is damaged. Line ${error.line + line - 1}: ${error.reason}.`, text);
      return null;
    }
    const { headerTokens: tokens, header } = card.reading;
    const type = header.stone_type;
    this.assistant.track('qastone_received', { glow_channel: glowChannel(card), stone_type: STONE_TYPES.includes(type) ? type : '', lod_count: header.lod_count, tokens });
    this.add(card.element);
    this.storeCards();
    this.assistant.announce(`A ${card.channel} stone. Its header is read.`);
    return card;
  }

  /** A card of a stone's text, and what follows when more of it is loaded. Raises FormatError. @param {string} text */
  makeCard(text) {
    const { config, track } = this.assistant;
    const card = new Card(new Reading(text, config, (hash, level, copy) => this.#askLevel(hash, level, copy)));
    card.loaded = ({ level, tokens }) => {
      track('lod_loaded', { glow_channel: glowChannel(card), lod_count: card.reading.header.lod_count, level, tokens });
      this.assistant.announce(`LOD-${level} loaded`);
      this.#extend(card);
      this.storeCards();
    };
    card.stopped = (why) => this.assistant.announce(why);
    this.cards.push(card);
    return card;
  }

  /** @param {string} why @param {string} text */
  #refuse(why, text) {
    const keepText = () => {
      this.box.value += text;
      this.#draft();
      this.box.focus();
    };
    this.add(div('card blocked', p('fault', why), div('', button('Keep as text', keepText))));
    this.assistant.announce(why);
  }

  /** The account's own copy, null where there is none. @type {import('./reading.js').AskLevel} */
  async #askLevel(border_hash, level, copy) {
    const { api } = this.assistant;
    if (!api.isConnected) return null;
    try {
      return await api.call('level', { border_hash, level, ...(copy && { copy }) });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'copy_differs') return { differs: error.message.replace(/\.$/, '') };
      if (error instanceof ApiError && [400, 404, 409].includes(error.status)) return null;
      throw error;
    }
  }

  /** Use a stone as its channel asks for. @param {Card} card */
  async #act(card) {
    const { channel, reading } = card;
    const { use, offersHelper } = reading.plan;
    if (!(await card.loadTo(channel === 'query' ? 0 : use))) return;
    if (channel === 'task') this.#gotIt(card);
    else if (channel === 'query') await this.#answer(card);
    else if (channel !== 'data') this.#keepStone(card);
    if (offersHelper) await this.assistant.attempt(() => card.offerHelper(this.assistant));
    card.element.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Card} card */
  #gotIt({ reading }) {
    const { header, isStored, levels } = reading;
    const place = div('', isStored && button('Tell its sender', () => this.assistant.acknowledge({ border_hash: header.border_hash }, place)));
    this.say(null, `Got it: ${levels[0].text}`, place);
  }

  /** Ask the brain, with more of the stone only when that has no support. @param {Card} card */
  async #answer(card) {
    const { reading } = card;
    const limit = Math.max(reading.plan.use, reading.config.defaultMaxLod);
    for (;;) {
      const answer = await this.#ask(card);
      if (!answer || answer.has_support || !reading.next) return;
      if (reading.level >= limit) break;
      this.step(`Your notes hold no answer to LOD-${reading.level}: loading LOD-${reading.level + 1}.`);
      if (!(await card.loadTo(reading.level + 1))) return;
    }
    card.onAsk = () => this.#ask(card);
  }

  /** @param {Card} card */
  #ask({ reading }) {
    const [question, ...more] = reading.levels.map(({ text }) => text);
    return this.ask(question, more.join('\n\n'), `Asking your brain with LOD-${reading.level}.`);
  }

  /* ------------------------------------------------------------------------------------------------------- context */

  /** @param {Card} card */
  #keepStone(card) {
    const border_hash = card.reading.hash.toLowerCase();
    const others = this.stones.filter((each) => each.border_hash !== border_hash);
    this.stones = [...others, { border_hash, channel: card.channel, level: 0, text: '', card }].slice(-MOST_STONES);
    this.#extend(card);
    this.assistant.announce(`Kept as context of this chat, up to LOD-${card.reading.level}.`);
  }

  /** What was loaded since is context, too. @param {Card} card */
  #extend(card) {
    const stone = this.stones.find((each) => each.card === card);
    if (!stone) return;
    Object.assign(stone, { level: card.reading.level, text: card.reading.content.slice(0, MOST_TEXT) });
    this.showChips();
  }

  /** What is sent with each message. */
  showChips() {
    this.chips.hidden = !this.stones.length;
    this.chips.replaceChildren(
      ...this.stones.map((stone) => {
        const name = `${stone.channel} ${stone.border_hash.slice(0, 8)}`;
        return el('li', {}, name, button('✕', () => this.#drop(stone), '', { ariaLabel: `Remove ${name} from the context` }));
      }),
    );
    this.assistant.remember({ stones: this.stones.map(({ card, ...each }) => each) });
  }

  /** @param {object} stone */
  #drop(stone) {
    this.stones = this.stones.filter((each) => each !== stone);
    this.showChips();
    this.box.focus();
    this.assistant.announce('Removed');
  }
}
