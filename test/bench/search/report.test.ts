/**
 * Targets and tables of searches, from results that no machine gave.
 */
import { describe, expect, it } from 'vitest';
import { qualities, queryTable } from '../../../bench/search/relevance/report.js';
import { relevanceTable, relevanceVerdict } from '../../../bench/search/relevance/results.js';
import { corpusLine, costTable, timeTable } from '../../../bench/search/report.js';
import { searchVerdicts } from '../../../bench/search/targets.js';
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
  it('ahead in all › all kept; what is extra does not count', () => {
    const others = [fabricatedEngine('sqlite'), fabricatedEngine('orama', { indexBytes: 90e6 })];
    expect(searchVerdicts(fabricatedCorpus([stele, ...others]))).toMatchObject([
      { promise: 'tales: p50 of every class', measured: 'ahead in 1 of 1', kept: true, failing: [] },
      { promise: 'tales: p99 of every class', kept: true },
      { promise: 'tales: opening until the first answer, others ÷ stele', measured: '10.0×', kept: true },
      { promise: 'tales: bytes ÷ the smallest', measured: '1.20× (12.0 MB)', kept: true },
    ]);
  });

  it('one engine faster, sooner open and smaller › missed, and it is named', () => {
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

  it('as fast as another › is not ahead', () => {
    const even = fabricatedEngine('sqlite', { classes: [fabricatedTiming('one word', 40)] });
    expect(searchVerdicts(fabricatedCorpus([stele, even]))[0]).toMatchObject({ kept: false });
  });

  it('alone › nothing is known', () => {
    expect(searchVerdicts(fabricatedCorpus([stele])).map(({ kept }) => kept)).toEqual([undefined]);
  });
});

describe('tables', () => {
  const corpus = fabricatedCorpus([stele, fabricatedEngine('sqlite')]);

  it('times › a column an engine, one more for whole answers; a class that was not timed is a dash', () => {
    const { columns, rows } = timeTable(corpus);
    expect(columns.map(({ title }) => title)).toEqual([
      'p50 / p99',
      'stele',
      'SQLite FTS5',
      'stele, URL → document',
      'questions',
      'checked',
    ]);
    expect(rows).toEqual([
      ['one word', '40.0 µs / 400 µs', '50.0 µs / 500 µs', '60.0 µs / 70.0 µs', '300', '25 25'],
      ['a typo (extra)', '900 µs / 9.00 ms', '–', '–', '300', '25 0'],
    ]);
  });

  it('costs › a row an engine', () => {
    expect(costTable(corpus).rows[1]).toEqual([
      'SQLite FTS5 1.0.0',
      '1.00 s',
      '200 MB',
      '10.0 MB',
      '10.0 MB',
      '100 ms',
      '200 ms',
      '100 MB',
      '50.0 MB',
      '24 of 25',
    ]);
    expect(corpusLine(corpus)).toBe('tales: 100,000 documents, 90.0 MB of text');
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
  const found = qualities(
    new Map([
      ['stele' as const, new Map([['q1', ['a']]])],
      [
        'sqlite' as const,
        new Map([
          ['q1', ['x', 'a']],
          ['q2', ['b']],
        ]),
      ],
    ]),
    judged,
  );

  it('an engine that found nothing for a query › has 0 there', () => {
    expect(found.map(({ engine, ndcg10 }) => [engine, ndcg10[1]])).toEqual([
      ['stele', 0],
      ['sqlite', 1],
    ]);
    expect(queryTable(found, judged).rows[1]).toEqual(['q2 two', '0.000', '1.000']);
  });

  const means = { heldOut: false, queries: 2, engines: found };

  it('the table › means of all queries', () => {
    expect(relevanceTable([means]).rows).toEqual([
      ['stele', '0.500', '0.500', '0.500', '100 %'],
      ['SQLite FTS5', '0.815', '0.750', '1.000', '75 %'],
    ]);
  });

  it('the table of two sets › each measure of both side by side; a dash for an engine that one lacks', () => {
    const heldOut = { heldOut: true, queries: 1, engines: found.slice(1) };
    const { columns, rows } = relevanceTable([means, heldOut]);
    expect(columns.map(({ title }) => title).slice(0, 5)).toEqual(['engine', 'nDCG@10', 'held out', 'MAP', 'held out']);
    expect(rows).toEqual([
      ['stele', '0.500', '–', '0.500', '–', '0.500', '–', '100 %', '–'],
      ['SQLite FTS5', '0.815', '0.815', '0.750', '0.750', '1.000', '1.000', '75 %', '75 %'],
    ]);
  });

  it('the target › no lower than the best of the others, and named where it is of queries held out', () => {
    expect(relevanceVerdict(means)).toMatchObject({ kept: false, measured: '0.500; SQLite FTS5 0.815' });
    expect(relevanceVerdict(means).promise).toBe('nDCG@10 of stele');
    expect(relevanceVerdict({ ...means, heldOut: true }).promise).toBe('nDCG@10 of stele, held out');
    expect(relevanceVerdict({ ...means, engines: found.slice(0, 1) }).kept).toBeUndefined();
  });
});
