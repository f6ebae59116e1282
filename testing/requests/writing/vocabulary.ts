/**
 * The vocabulary of a fuzzer for a space: its model, and some existing ids.
 */
import { type ContentModel, contentModel, contentType, termOf } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';

export interface Vocabulary {
  readonly model: ContentModel;
  /** By content type, some of the ids that exist; perhaps none. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

const idsMaximum = 40;

/** @returns the space's model with ids from everywhere in it. Cost: a few look-ups a type. */
export function vocabularyOf(space: Space): Vocabulary {
  const ids = new Map<string, readonly string[]>();
  for (const [name, { segment }] of space.types) {
    const step = Math.max(1, Math.floor(segment.size / idsMaximum));
    const found: string[] = [];
    for (let doc = 0; doc < segment.size; doc += step) {
      found.push(Buffer.from(segment.id.terms.at(termOf(segment.id.column[doc]!))).toString());
    }
    ids.set(name, found);
  }
  return { model: space.model, ids };
}

/** A model made to be awkward: relationships called as `page`'s members, long names, many types behind one link. */
export const AWKWARD: Vocabulary = {
  model: contentModel('awkward', [
    contentType('odd', [
      { name: 'limit', type: 'relationship', to: ['odd'], many: true },
      { name: 'skip', type: 'relationship', to: ['odd', 'constructor'], many: true },
      { name: 'or', type: 'text', fold: true },
      { name: 'eq', type: 'integer' },
      { name: 'toString', type: 'boolean' },
    ]),
    contentType('constructor', [
      { name: 'readValue', type: 'text' },
      { name: 'hasOwnProperty', type: 'decimal', precision: 100 },
      { name: 'x'.repeat(200), type: 'dateTime', format: 'dateTime' },
      { name: 'prototype', type: 'relationship', to: ['odd', 'constructor', 'filter'], many: false },
    ]),
    contentType('filter', [
      { name: 'sort', type: 'select', options: ['a', 'b'] },
      { name: 'include', type: 'relationship', to: ['filter'], many: true },
      { name: 'page', type: 'image' },
      { name: 'fields', type: 'markdown', fold: true },
    ]),
  ]),
  ids: new Map([
    ['odd', ['1', '%', 'a/b', 'é', '__proto__']],
    ['constructor', ['constructor']],
  ]),
};
