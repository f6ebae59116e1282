/**
 * The locales in which each item has values of its own.
 *
 *     sets   | ["en","de"] | ["en"] | … |      one record per distinct set of locales
 *     docs   | 0 | 1 | 0 | … |                 doc → index of its set
 */
import type { Records } from '../../format/index.js';

export class OwnLocales {
  /** Sets of locales, each a JSON array of codes. */
  readonly sets: Records;
  /** Doc → index of its set. */
  readonly docs: Uint8Array | Uint16Array | Uint32Array;

  constructor(sets: Records, docs: Uint8Array | Uint16Array | Uint32Array) {
    this.sets = sets;
    this.docs = docs;
  }
}
