/**
 * One index, however its docs are parted into batches.
 */
import { describe, expect, it } from 'vitest';
import { searchSections } from '../../../../build/index/search/merge.js';
import { batchWords, type FieldTexts } from '../../../../build/index/search/words.js';

const words = ['garden', 'gardens', 'Gärtner', 'gardener', 'station', 'nation', '東京都', '1984', 'gardem', 'the'];
const docs = Array.from({ length: 700 }, (_, doc) => ({
  title: words.filter((_word, place) => (doc * 31 + place * 7) % 5 === 0).join(' '),
  body:
    doc % 7 === 0 ? '' : words.map((word, place) => (doc % (place + 2) === 0 ? `**${word}** ${word}` : '')).join(' '),
}));

const textsOf = (field: 'title' | 'body', from: number, to: number): FieldTexts => {
  const texts = docs.slice(from, to).map((doc) => Buffer.from(doc[field]));
  return {
    isMarkdown: field === 'body',
    bytes: Buffer.concat(texts),
    lengths: Uint32Array.from(texts, ({ byteLength }) => byteLength),
  };
};

describe('searchSections', () => {
  it.each(['en', undefined] as const)('any batches, language %s › the same bytes', (language) => {
    const sectionsOf = (ends: readonly number[]): unknown => {
      const batches = ends.map((end, place) => {
        const from = place === 0 ? 0 : ends[place - 1]!;
        return batchWords({ language, fields: [textsOf('title', from, end), textsOf('body', from, end)] });
      });
      return searchSections({ weights: [3, 1], isStemmed: language !== undefined, batches });
    };
    const whole = sectionsOf([docs.length]);
    expect(sectionsOf([1, 350, 700])).toEqual(whole);
    expect(sectionsOf(docs.map((_, doc) => doc + 1))).toEqual(whole);
  });

  it('no words at all › is an index of nothing', () => {
    const lengths = new Uint32Array(3);
    const nothing = batchWords({ language: 'en', fields: [{ isMarkdown: false, bytes: new Uint8Array(0), lengths }] });
    const sections = searchSections({ weights: [1], isStemmed: true, batches: [nothing] });
    const counts = sections.find(({ name }) => name === 'search.counts');
    expect(counts?.data).toEqual(new Uint32Array(0));
  });

  it('no docs at all › is one too', () => {
    expect(searchSections({ weights: [1], isStemmed: false, batches: [] }).length).toBeGreaterThan(5);
  });
});
