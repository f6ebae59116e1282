import { describe, expect, it } from 'vitest';
import { describeReadWords, describeSearchedTypes } from '../app/browse/search-sentences.js';

const metaOf = (word: string, ...matches: readonly string[]) => ({ search: { words: [{ word, matches }] } });

describe('sentences about a search', () => {
  it('searched types › some types have no searched fields › both lists are named', () => {
    expect(describeSearchedTypes(['book', 'author'], ['book', 'author', 'country'])).toBe(
      'Searched types: book, author. country has no searched fields.',
    );
    expect(describeSearchedTypes(['book'], ['book', 'country', 'review'])).toBe(
      'Searched types: book. country, review have no searched fields.',
    );
  });

  it('searched types › every type is searched › no sentence', () => {
    expect(describeSearchedTypes(['book'], ['book'])).toBe('');
  });

  it('words › a forgiven typing mistake › the word that was found', () => {
    expect(describeReadWords(metaOf('lighthose', 'lighthouse'))).toEqual(['“lighthose” was read as “lighthouse”.']);
  });

  it('words › a part of compounds › the compounds, also next to the word itself', () => {
    const meta = {
      search: {
        words: [
          { word: 'bremse', matches: ['bremse', 'scheibenbremse'] },
          { word: 'schiff', matches: ['dampfschiff', 'segelschiff'] },
        ],
      },
    };
    expect(describeReadWords(meta)).toEqual([
      '“bremse” is also a part of “scheibenbremse”.',
      '“schiff” is a part of “dampfschiff”, “segelschiff”.',
    ]);
  });

  it('words › the word itself, its completion or no match › no sentence', () => {
    expect(describeReadWords(metaOf('run', 'runs', 'run'))).toEqual([]);
    expect(describeReadWords(metaOf('ligh', 'light', 'lighting'))).toEqual([]);
    expect(describeReadWords(metaOf('wi'))).toEqual([]);
    expect(describeReadWords({})).toEqual([]);
  });
});
