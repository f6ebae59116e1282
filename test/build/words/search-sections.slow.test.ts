/**
 * One index, however little memory there is, against one made the plain way.
 */
import { describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../build/words/search-index.js';
import { InlinePool, type Pool } from '../../../build/work/pool.js';
import { RecordSpool } from '../../../build/work/scratch/record-spool.js';
import { WorkClock } from '../../../build/work/work-clock.js';
import type { SearchRules } from '../../../src/content/model/index.js';
import type { SectionInput } from '../../../src/format/index.js';
import { loadSections, smallWorkshop } from '../../../testing/structures/sections.js';
import { naiveSections } from './naive.js';
import { rulesOf } from './rules.js';

const { scratch } = smallWorkshop;

const families = ['garden', 'gardens', 'Gärtner', 'gardener', 'station', 'stations', 'stationary', 'nation', 'слово'];
const others = [
  'словарь',
  'слон',
  '東京都',
  '1984',
  'the',
  'theory',
  'die',
  'dying',
  'ran',
  'run',
  'running',
  'thesis',
  'Wi-Fi',
  'wifi',
  'add-ons',
  'C++',
  'so-so',
  'J.R.R.',
  'E-Mail-Adresse',
];
const words = [...families, ...others, ...Array.from({ length: 70 }, (_, word) => `w${(word * 37) % 101}x`)];

/** So many that some words have a list of their best, and some a list for their beginnings. */
const docs = Array.from({ length: 2300 }, (_, doc) => {
  const title = words.filter((_word, place) => (doc * 31 + place * 7) % 41 === 0).join(' ');
  const body = words
    .map((word, place) => (doc % (place + 3) === 0 ? `**${word}** `.repeat(1 + (doc % 3)) : ''))
    .join('');
  const rare = doc % 900 === 5 ? 'gardem statino' : '';
  return doc % 100 === 99 ? ['', ''] : [`${title} the theory`, `${body} garden ${rare} ${'the '.repeat(doc % 5)}`];
});

const inPieces: readonly string[] = ['words', 'lists', 'beginnings'];

/** @returns the sections, and how often each job ran */
async function indexOf(
  rules: SearchRules,
  texts: readonly (readonly string[])[],
  runBytes: number,
): Promise<{ readonly sections: SectionInput[]; readonly ran: ReadonlyMap<string, number> }> {
  const ran = new Map<string, number>();
  const inline = new InlinePool();
  const pool: Pool = {
    threads: 1,
    run: (job, input, clock) => {
      ran.set(job.name, (ran.get(job.name) ?? 0) + 1);
      return inline.run(job, input, clock);
    },
    collect: () => inline.collect(),
    stop: (reason) => inline.stop(reason),
    close: () => inline.close(),
  };
  const columns = rules.fields.map((_, field) => {
    const column = new RecordSpool(scratch);
    for (const doc of texts) column.pushText(doc[field] ?? '');
    return column;
  });
  return {
    sections: await loadSections(await buildSearchIndex(rules, columns, { pool, scratch, runBytes }, new WorkClock())),
    ran,
  };
}

/** Sections by name, with what they hold as plain numbers: which kind of array a view is says nothing. */
const plain = (sections: readonly SectionInput[]): unknown =>
  sections.map(({ name, data }) => ({ name, kind: data.BYTES_PER_ELEMENT, data: [...data] }));

describe('searchIndex', () => {
  describe.each([
    ['en', true, {}],
    ['en', false, { stems: false }],
    [undefined, false, {}],
  ] as const)('language %s, with places %s, without %s', (language, phrases, off) => {
    const rules = rulesOf(language, phrases, off);
    const expected = naiveSections(rules, docs);

    it('searched words › are found', () => {
      const lengths = new Map(expected.map(({ name, data }) => [name, data.length]));
      for (const name of ['search.prefixStarts', 'search.topStems', ...('stems' in off ? [] : ['search.misspelt'])]) {
        expect({ name, length: lengths.get(name) }).not.toEqual({ name, length: 0 });
      }
    });

    it.each([
      [2 ** 24, 1],
      [2 ** 12, 5],
      [600, 20],
      [1, 20],
    ])('runs of %i bytes, at least %i chunks › equal bytes', async (runBytes, pieces) => {
      const { sections, ran } = await indexOf(rules, docs, runBytes);
      expect(plain(sections)).toEqual(plain(expected));
      const made = inPieces.map((kind) => ran.get(kind) ?? 0);
      if (pieces === 1) expect(made).toEqual([1, 1, 1]);
      else expect(Math.min(...made)).toBeGreaterThanOrEqual(pieces);
    });

    it.each([
      [
        'no words at all',
        [
          ['', ''],
          ['', '—'],
          ['', ''],
        ],
      ],
      ['no docs at all', []],
      ['one word', [['garden', '']]],
    ])('%s › an index with equal counts', async (_, few) => {
      const { sections } = await indexOf(rules, few, 1);
      expect(plain(sections)).toEqual(plain(naiveSections(rules, few)));
    });
  });
});
