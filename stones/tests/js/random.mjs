/** Stones and texts for the laws, from a seed: mostly made of what could be mistaken for structure. */

import { CHANNELS, STONE_TYPES } from '../../static/stones/qastone.js';

const MARKS = ['─', '─\n', '\n─\n', ' ─ ', 'LOD-', 'LOD-0:', 'LOD-1: x', '\nLOD-2:', '\\', '\\\\', '\n\\LOD-0: ', '/'];
const OPENINGS = ['§QASTONE§', '\n§QASTONE§\n', '§/QASTONE§', '\n§/QASTONE§\n', '§', '\n \u00a0§QASTONE§\u3000\n'];
const KEYS = ['lod_count: 2', 'border_hash: 3e23e816', 'glow_channel: task', 'esc: 1', 'delivered_lod: 0', '__proto__: x'];
const CHARACTERS =
  '\n|\n|\r\n|\r| |\t|\u00a0|\u3000|\u0085|\u001c|\u2028|\ufeff|\u200b|\u202e|\u0000|x|é|😀|:'.split('|');
const PIECES = [...MARKS, ...OPENINGS, ...KEYS, ...CHARACTERS, ...CHARACTERS];

export class Random {
  /** @param {number} seed the same seed gives the same values (mulberry32) */
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** A whole number below `end`. @param {number} end */
  below(end) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  /** @template T @param {readonly T[]} choices @returns {T} */
  pick(choices) {
    return choices[this.below(choices.length)];
  }

  content(most = 30) {
    return Array.from({ length: this.below(most) }, () => this.pick(PIECES)).join('');
  }

  digits(most) {
    return Array.from({ length: 8 + this.below(most - 7) }, () => this.pick([...'0123456789abcdef'])).join('');
  }

  /** A stone as `parse` gives it back: all header values are there and levels have LF line ends. */
  stone() {
    const levels = Array.from({ length: 1 + this.below(5) }, () => this.content().replace(/\r\n?/g, '\n'));
    const header = {
      border_hash: this.digits(64),
      glow_channel: this.pick(CHANNELS),
      stone_type: this.pick(STONE_TYPES),
      created: '2026-01-30T12:00:00Z',
      source_agent: this.pick(['user', 'koda_instance_1', 'é日: x', '__proto__', '😀'.repeat(200)]),
      lod_count: levels.length,
      fortune: this.pick(['task:repo:simple', 'task:repo:ztgi:simple', 'architecture:complex', 'x']),
      delivered_lod: null,
      lod_tokens: this.pick([null, levels.map(() => this.below(1e6))]),
      escaped: true,
      extra: this.pick([[], [['constructor', 'x']], [['xa', 'é: 1'], ['xb', '"quoted"']]]),
    };
    return { header, levels };
  }

  /** What a person could paste: garbage, or a stone with something changed in it. @param {string} written */
  damage(written) {
    const from = this.below(written.length);
    const to = this.pick([from, from + this.below(40), written.length]);
    return written.slice(0, from) + this.pick(['', this.content(4), '\ud800', '\udc00\ud800']) + written.slice(to);
  }
}
