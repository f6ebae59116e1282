/**
 * One class: compared first, then timed, with what a contestant says of its own time beside it.
 */
import { describe, expect, it } from 'vitest';
import type { Answer, Contestant } from '../../../bench/facets/contestants.js';
import { measureClass } from '../../../bench/facets/measure-class.js';
import type { QuestionClass } from '../../../bench/facets/questions.js';
import { tableOf, verdicts } from '../../../bench/facets/report.js';
import { DifferenceError } from '../../../bench/harness/timing/compare.js';
import { Random } from '../../../data/generate/random.js';

const effort = { budgetMs: 1, slices: 2, samplesMinimum: 4 };
const questionClass: QuestionClass = {
  name: 'facet of 8 values',
  questions: [{ kind: 'count', counted: 'kind', selection: { start: 0, end: 1000 } }],
};

interface Fabricated {
  readonly contestant: Contestant;
  readonly runs: () => number;
}

function fabricated(name: Contestant['name'], answer: Answer, ownMs?: number): Fabricated {
  let runs = 0;
  const asked = {
    run: () => {
      runs += 1;
    },
    answer: async () => answer,
    ...(ownMs === undefined ? {} : { ownMs: () => ownMs }),
  };
  return { contestant: { name, version: '1', prepare: async () => asked }, runs: () => runs };
}

const measure = (...all: readonly Fabricated[]) =>
  measureClass(
    questionClass,
    all.map(({ contestant }) => contestant),
    effort,
    new Random(1, 'turns'),
  );

describe('measureClass', () => {
  it('a contestant counted something else › an error with both answers, and nobody is timed', async () => {
    const [stele, groonga] = [fabricated('stele', ['k1 2']), fabricated('Groonga', ['k1 3'])];
    const measured = measure(stele, groonga);
    await expect(measured).rejects.toBeInstanceOf(DifferenceError);
    await expect(measured).rejects.toThrow(/stele: \["k1 2"\]\nGroonga: \["k1 3"\]/);
    expect([stele.runs(), groonga.runs()]).toEqual([0, 0]);
  });

  it('a contestant that tells its own time › timed twice, a sample for each run', async () => {
    const { timings } = await measure(fabricated('stele', []), fabricated('Groonga', [], 0.25));
    expect(Object.keys(timings)).toEqual(['stele', 'Groonga', 'Groonga itself']);
    expect(timings['Groonga itself']).toMatchObject({ p50Us: 250, p99Us: 250 });
    expect(timings['Groonga itself']?.samples).toBe(timings['Groonga']?.samples);
  });
});

describe('report', () => {
  const timing = (p50Us: number) => ({ p50Us, p99Us: p50Us * 2, samples: 9 });
  const results = [
    { name: 'facet', timings: { stele: timing(10), Groonga: timing(400), 'Groonga itself': timing(5) } },
    { name: 'list page', timings: { stele: timing(3000), Groonga: timing(3001), 'Groonga itself': timing(6000) } },
  ];

  it('table › the round trip and its own time have a column each', () => {
    const titles = tableOf(results).columns.map(({ title }) => title);
    expect(titles).toEqual(['class', 'stele p50', 'p99', 'Groonga p50', 'ratio', 'Groonga itself p50', 'ratio']);
  });

  it('verdicts › where stele is behind is named, and a missed target said', () => {
    const said = verdicts(results);
    expect(said).toContain('  ahead of Groonga in every class');
    expect(said).toContain('  behind Groonga itself in: facet');
    expect(said.at(-1)).toMatch(/MISSED$/);
  });
});
