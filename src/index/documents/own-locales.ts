/**
 * In which locales items have values of their own.
 */
import type { Records } from '../../format/index.js';

export class OwnLocales {
  /** Sets of locales as JSON arrays of their codes. */
  readonly sets: Records;
  /** Doc → set. */
  readonly docs: Uint8Array | Uint16Array | Uint32Array;

  constructor(sets: Records, docs: Uint8Array | Uint16Array | Uint32Array) {
    this.sets = sets;
    this.docs = docs;
  }
}
