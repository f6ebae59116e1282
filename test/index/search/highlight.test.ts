/**
 * Passages, spans and highlights: random texts against a simple method, and special cases.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import {
  choosePassage,
  findSpans,
  getWordReader,
  Highlighter,
  type Hit,
  PASSAGE_MAXIMUM,
  planSearch,
  readSearch,
} from '../../../src/index/search/index.js';
import { CJK_CHARACTER, LETTER_APOSTROPHES, UNSEEN } from '../../../src/index/search/words/letters.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

describe('choosePassage', () => {
  /** Words of some letters with a space between them, some of which answer words of a question. */
  const textOf = fc.array(
    fc.record({ letters: fc.integer({ min: 1, max: 40 }), word: fc.constantFrom(-1, -1, -1, 0, 1, 2) }),
    { minLength: 1, maxLength: 60 },
  );
  const rarities = [5, 3, 2];

  it('any text › is the window with the rarest words, compared with trying every window', () => {
    fc.assert(
      fc.property(textOf, (text) => {
        const words: { start: number; end: number }[] = [];
        const hits: Hit[] = [];
        let start = 0;
        for (const { letters, word } of text) {
          const end = start + letters;
          words.push({ start, end });
          if (word >= 0) hits.push({ start, end, words: [word] });
          start = end + 1;
        }
        const length = start - 1;
        const weightOf = (start: number, end: number): number =>
          rarities.reduce((sum, rarity, word) => {
            const isIn = hits.some((hit) => hit.start >= start && hit.end <= end && hit.words[0] === word);
            return sum + (isIn ? rarity : 0);
          }, 0);
        const found = choosePassage(length, words, hits, rarities);
        if (hits.length === 0) return found === undefined;
        const best = Math.max(...hits.map(({ start }) => weightOf(start, start + PASSAGE_MAXIMUM)));
        return (
          found !== undefined &&
          found.end - found.start <= PASSAGE_MAXIMUM &&
          weightOf(found.start, found.end) === best &&
          (found.start === 0 || words.some((word) => word.start === found.start)) &&
          (found.end === length || words.some((word) => word.end === found.end))
        );
      }),
      { numRuns: amount(500, 125), seed: 1 },
    );
  });
});

describe('findSpans', () => {
  const shown = (text: string, language?: 'en' | 'fr') =>
    Array.from(findSpans(text, getWordReader(language)), ({ start, end, terms }) => [text.slice(start, end), ...terms]);

  it('words › have their ranges and terms', () => {
    expect(shown("Turner's Städte, won’t", 'en')).toEqual([
      ["Turner's", 'turner'],
      ['Städte', 'stadte'],
      ['won’t', 'wont'],
    ]);
    expect(shown('l’homme', 'fr')).toEqual([['l’homme', 'l', 'homme']]);
    expect(shown('😀 e\u0301te\u0301')).toEqual([['e\u0301te\u0301', 'ete']]);
  });

  it('any text › has the spans of one regular expression for all of Unicode', () => {
    const letter = `(?:(?!${CJK_CHARACTER}|[${LETTER_APOSTROPHES}${UNSEEN}])[\\p{L}\\p{N}\\p{M}])`;
    const between = `[${UNSEEN}]*(?:['’＇${LETTER_APOSTROPHES}][${UNSEEN}]*)?`;
    const words = new RegExp(`${letter}(?:${between}${letter})*`, 'gu');
    const character = fc.constantFrom(...`aZ0 \n\t'’ʼ-._é\u00ad\u0301\u2028\ufe0f½`, '😀', 'ab', ' b', "a'b");
    fc.assert(
      fc.property(fc.array(character, { maxLength: 30 }), (characters) => {
        const text = characters.join('');
        const reader = getWordReader(undefined);
        const found = Array.from(text.matchAll(words), ({ 0: whole, index }) => ({
          start: index,
          end: index + whole.length,
          terms: reader.words(whole),
        }));
        expect(findSpans(text, reader)).toEqual(found);
      }),
      { numRuns: amount(1000, 250), seed: 1 },
    );
  });

  it('Chinese, Japanese and Korean › have overlapping pairs', () => {
    expect(shown('in 東京都')).toEqual([
      ['in', 'in'],
      ['東京', '東京'],
      ['京都', '京都'],
      ['都', '都'],
    ]);
  });
});

describe('Highlighter', () => {
  let space: Space;
  const body = `${'Nothing of it is here at all. '.repeat(20)}The Gärdeners painted old stations, and stations only. ${'Nor here, in what follows. '.repeat(20)}`;

  beforeAll(async () => {
    const folder = newFolder();
    const fields = [{ name: 'body', type: 'markdown', search: true }];
    const placed = [{ name: 'body', type: 'markdown', search: { phrases: true } }];
    writeFiles(join(folder, 'export'), {
      'model.json': modelOf({ thing: fields, placed }, { language: 'en' }),
      'placed.ndjson': [
        { id: 'a', body },
        { id: 'b', body: 'quiet quiet old stations of 東京都美術館' },
      ],
      'thing.ndjson': [
        { id: 'a', body },
        { id: 'b', body: '東京都美術館' },
      ],
    });
    await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
    space = await openCurrent(diskFiles, join(folder, 'out'));
  });

  function highlighted(
    question: string,
    text: string,
    type = 'thing',
  ): { readonly text: string; readonly shown: string[] } | undefined {
    const { search } = space.types.get(type)!.segment;
    const planned = planSearch(search!, readSearch(question, 'en'));
    const found = new Highlighter(search!, planned, getWordReader('en')).highlight(text);
    return found && { text: found.text, shown: found.words.map(({ start, end }) => found.text.slice(start, end)) };
  }

  it('other forms, completions and corrections › are highlighted as the text writes them', () => {
    expect(highlighted('station gardener', body)?.shown).toEqual(['Gärdeners', 'stations', 'stations']);
    expect(highlighted('stat', body)?.shown).toEqual(['stations', 'stations']);
    expect(highlighted('statoins', body)?.shown).toEqual(['stations', 'stations']);
  });

  it('a long text › is cut between words to at most 200 units around the matches', () => {
    const passage = highlighted('station gardener', body)?.text ?? '';
    expect(passage.length).toBeLessThanOrEqual(200);
    expect(passage.length).toBeGreaterThan(150);
    expect(` ${body} `).toContain(` ${passage}`);
    expect(passage).toContain('The Gärdeners painted old stations, and stations only');
  });

  it('a phrase in an index with positions › is highlighted only where its words are consecutive', () => {
    const text = 'Old ones of very old stations. The old stations, and stations.';
    expect(highlighted('"old station"', text, 'placed')?.shown).toEqual(['old', 'stations', 'old', 'stations']);
    expect(highlighted('"old station" stations', text, 'placed')?.shown).toEqual([
      'old',
      'stations',
      'old',
      'stations',
      'stations',
    ]);
    expect(highlighted('"painted stations"', text, 'placed')).toBeUndefined();
    expect(highlighted('"quiet old"', 'a quiet, quiet old one; quiet', 'placed')?.shown).toEqual(['quiet', 'old']);
    expect(highlighted('"東京都"', '東京の都 東京都', 'placed')?.shown).toEqual(['東京都']);
    expect(highlighted('"old station"', 'stations, old', 'thing')?.shown).toEqual(['stations', 'old']);
  });

  it('neighbouring pairs › are one range', () => {
    expect(highlighted('東京都', '於東京都。')?.shown).toEqual(['東京都']);
  });

  it('no match › returns undefined', () => {
    expect(highlighted('station', 'something else')).toBeUndefined();
    expect(highlighted('station', '')).toBeUndefined();
  });
});
