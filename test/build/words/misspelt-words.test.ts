/**
 * Words taken for misspelt, however many frequent words are looked for at once.
 */
import { describe, expect, it } from 'vitest';
import { buildMisspeltSections } from '../../../build/words/misspelt-words.js';
import { GrowingRecords } from '../../../src/format/index.js';

/** Word → in how many docs it stands, in order. */
const counts = new Map([
  ['gardem', 2],
  ['garden', 300],
  ['gardens', 6],
  ['harden', 200],
  ['hargen', 3],
  ['station', 600],
  ['statoin', 5],
  ['statue', 499],
  ['varden', 2],
]);
const texts = [...counts.keys()];

function pairsWith(atOnce?: number): string[] {
  const words = new GrowingRecords();
  for (const text of texts) words.pushText(text);
  const every = Uint32Array.from(texts, (_, word) => word);
  const [misspelt, meant] = buildMisspeltSections(words, every, Uint32Array.from(counts.values()), undefined, atOnce);
  return Array.from(misspelt?.data ?? [], (word, pair) => `${texts[word]} for ${texts[meant?.data[pair] ?? -1]}`);
}

describe('misspeltSections', () => {
  it('few docs, and a word one edit away that is a hundred times as frequent › a pair, in order', () => {
    // hargen has three docs, and 300 would have to be in harden; gardem is two mistakes from it.
    expect(pairsWith()).toEqual(['gardem for garden', 'statoin for station', 'varden for garden', 'varden for harden']);
  });

  it.each([1, 2, 3])('%i frequent words per batch › equal pairs in equal order', (atOnce) => {
    expect(pairsWith(atOnce)).toEqual(pairsWith());
  });
});
