/**
 * Targets and tables of searches, from results that no machine gave.
 */
import { describe, expect, it } from 'vitest';
import type { Corpus } from '../../../bench/search/contestants/contestant.js';
import { knownItems } from '../../../bench/search/relevance/known-items.js';
import { queryTable, relevanceVerdicts } from '../../../bench/search/relevance/report.js';
import { byLength, differenceOf, meansOf, qualitiesOf } from '../../../bench/search/relevance/results.js';
import { searchVerdicts } from '../../../bench/search/results.js';
import { Random } from '../../../data/generate/random.js';
import { fabricatedCorpus, fabricatedEngine, fabricatedTiming } from './fabricated.js';

const stele = fabricatedEngine('stele', {
  answeredMs: 20,
  indexBytes: 12e6,
  classes: [
    fabricatedTiming('one word', 40, { wholeTiming: { p50Us: 60, p99Us: 70, samples: 9 } }),
    fabricatedTiming('a typo', 900, { extra: true }),
  ],
});

describe('searchVerdicts', () => {
  it('ahead in every class › all targets kept; extra classes do not count', () => {
    const others = [fabricatedEngine('sqlite'), fabricatedEngine('orama', { indexBytes: 90e6 })];
    expect(searchVerdicts(fabricatedCorpus([stele, ...others]))).toMatchObject([
      { promise: 'tales: p50 of every class', measured: 'ahead in 1 of 1', kept: true, failing: [] },
      { promise: 'tales: p99 of every class', kept: true },
      { promise: 'tales: opening until the first answer, others ÷ stele', measured: '10.0×', kept: true },
      { promise: 'tales: bytes ÷ the smallest', measured: '1.20× (12.0 MB)', kept: true },
    ]);
  });

  it('an engine that is faster, opens sooner or is smaller › the target is missed and names it', () => {
    const fast = fabricatedEngine('flexsearch', {
      answeredMs: 199,
      indexBytes: 9e6,
      classes: [fabricatedTiming('one word', 10)],
    });
    const found = searchVerdicts(fabricatedCorpus([stele, fabricatedEngine('sqlite'), fast]));
    expect(found.map(({ kept }) => kept)).toEqual([false, false, false, false]);
    expect(found[0]?.failing).toEqual(['one word (flexsearch 0.25×)']);
    expect(found[2]?.failing).toEqual(['flexsearch 9.95×']);
    expect(found[3]?.measured).toBe('1.33× (12.0 MB)');
  });

  it('equal speed › is not ahead', () => {
    const even = fabricatedEngine('sqlite', { classes: [fabricatedTiming('one word', 40)] });
    expect(searchVerdicts(fabricatedCorpus([stele, even]))[0]).toMatchObject({ kept: false });
  });

  it('a single engine › no verdict', () => {
    expect(searchVerdicts(fabricatedCorpus([stele])).map(({ kept }) => kept)).toEqual([undefined]);
  });
});

describe('relevance', () => {
  const judged = {
    queries: [
      { id: 'q1', text: 'one' },
      { id: 'q2', text: 'two' },
    ],
    grades: new Map([
      ['q1', new Map([['a', 2]])],
      ['q2', new Map([['b', 1]])],
    ]),
  };
  const rankings = new Map([
    ['stele' as const, new Map([['q1', ['a']]])],
    [
      'sqlite' as const,
      new Map([
        ['q1', ['x', 'a']],
        ['q2', ['b']],
      ]),
    ],
  ]);
  const found = qualitiesOf(rankings, { name: 'tales', pooled: true, judged });

  it('an engine without hits for a query › scores 0 for it', () => {
    expect(found.engines.map(({ engine, qualities }) => [engine, qualities[1]?.ndcg10])).toEqual([
      ['stele', 0],
      ['sqlite', 1],
    ]);
    expect(queryTable(found).rows[1]).toEqual(['q2 two', '0.000', '1.000']);
  });

  it('the target › is the best other engine for each length, and names the lengths below it', () => {
    expect(relevanceVerdicts(meansOf(found))).toMatchObject([
      { promise: 'tales: nDCG@10 for each length', kept: false, failing: ['all (SQLite FTS5 0.815, 0.500)'] },
      { promise: 'tales: recall@100 for each length', kept: false, measured: '0 of 1' },
    ]);
    const alone = qualitiesOf(new Map([...rankings].slice(0, 1)), { name: 'tales', pooled: true, judged });
    expect(relevanceVerdicts(meansOf(alone)).map(({ kept }) => kept)).toEqual([undefined, undefined]);
  });
});

describe('byLength', () => {
  const query = (text: string) => ({ id: text, text });

  it('queries of several lengths › one row for all, then one for each length', () => {
    const groups = byLength([query('one'), query('of two'), query('of  two')]);
    expect(groups.map(({ length, places }) => [length.title, places])).toEqual([
      ['all', [0, 1, 2]],
      ['1 word', [0]],
      ['2 words', [1, 2]],
    ]);
  });

  it('queries of one length › one row', () => {
    expect(byLength([query('a b'), query('c d')]).map(({ length }) => length.title)).toEqual(['all']);
  });
});

describe('differenceOf', () => {
  it('constant differences › a zero-width interval; mixed signs › around 0; equal input › equal interval', () => {
    const same = differenceOf([1, 1, 1], [0.5, 0.5, 0.5], new Random(1, 'a'));
    expect(same).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    const [ones, others] = [Array.from({ length: 50 }, (_, at) => at % 2), Array.from({ length: 50 }, () => 0.5)];
    const even = differenceOf(ones, others, new Random(1, 'a'));
    expect(even.mean).toBe(0);
    expect(even.low).toBeGreaterThan(-0.2);
    expect(even.low).toBeLessThan(-0.05);
    expect(even.high).toBeLessThan(0.2);
    expect(differenceOf(ones, others, new Random(1, 'a'))).toEqual(even);
  });
});

describe('knownItems', () => {
  const texts = ['frequent words stand here', 'frequent words stand elsewhere, somewhere behind others'];
  const corpus: Corpus = {
    name: 'tales',
    fields: [{ name: 'text', weight: 1, markdown: false }],
    language: 'none',
    documents: () => texts.map((text, place) => ({ id: `d${place}`, texts: [text] })),
    plainDocuments: () => corpus.documents(),
  };

  it('halves › are disjoint and repeatable, and each question has a relevant document', () => {
    const drawn = (half: 'tuning' | 'unseen') => knownItems(corpus, 4, half, new Random(1, 'a'));
    const [tuning, unseen] = [drawn('tuning'), drawn('unseen')];
    expect(drawn('unseen')).toEqual(unseen);
    expect(tuning.queries.length).toBeGreaterThan(10);
    const ids = new Set(tuning.queries.map(({ id }) => id));
    for (const { id, text } of unseen.queries) {
      expect(ids.has(id)).toBe(false);
      const [relevant] = unseen.grades.get(id) ?? [];
      const own = texts[Number(relevant?.[0].slice(1))] ?? '';
      const typed = text.split(' ');
      const known = typed.filter((word) => own.includes(word));
      expect(known.length, text).toBeGreaterThanOrEqual(typed.length - 1);
    }
  });

  it('texts shorter than a length › give no question of that length', () => {
    const { queries } = knownItems(corpus, 2, 'tuning', new Random(1, 'a'));
    expect(Math.max(...queries.map(({ text }) => text.split(' ').length))).toBe(5);
  });
});
