/**
 * One class: compared first, then timed.
 */
import { describe, expect, it } from 'vitest';
import type { Answer, Contestant } from '../../../bench/facets/contestants/index.js';
import type { QuestionClass } from '../../../bench/facets/questions.js';
import { measureClass, verdicts } from '../../../bench/facets/report.js';
import { DifferenceError } from '../../../bench/harness/timing/compare.js';
import { Random } from '../../../data/generate/random.js';

const effort = { budgetMs: 1, slices: 2, samplesMinimum: 4 };
const questionClass: QuestionClass = {
  name: 'facet of 8 values',
  questions: [{ kind: 'count', counted: 'kind', selection: { start: 0, end: 1000, isAll: true } }],
};

interface Fabricated {
  readonly contestant: Contestant;
  readonly runs: () => number;
}

function fabricated(name: Contestant['name'], answer: Answer): Fabricated {
  let runs = 0;
  const asked = {
    run: () => {
      runs += 1;
    },
    answer: () => answer,
  };
  return {
    contestant: { name, version: '1', waits: false, prepare: () => asked, close: () => undefined },
    runs: () => runs,
  };
}

const measure = (...all: readonly Fabricated[]) =>
  measureClass(
    questionClass,
    all.map(({ contestant }) => contestant),
    effort,
    new Random(1, 'turns'),
  );

describe('measureClass', () => {
  it('a contestant with another count › an error with both answers, and no contestant is timed', async () => {
    const [stele, sqlite] = [fabricated('stele', ['k1 2']), fabricated('SQLite', ['k1 3'])];
    const measuring = () => measure(stele, sqlite);
    await expect(measuring()).rejects.toThrow(DifferenceError);
    await expect(measuring()).rejects.toThrow(/stele: \["k1 2"\]\nSQLite: \["k1 3"\]/);
    expect([stele.runs(), sqlite.runs()]).toEqual([0, 0]);
  });

  it('equal counts › each contestant is timed often enough', async () => {
    const [stele, sqlite] = [fabricated('stele', ['k1 2']), fabricated('SQLite', ['k1 2'])];
    const { timings } = await measure(stele, sqlite);
    expect([...timings.keys()]).toEqual(['stele', 'SQLite']);
    expect(timings.get('SQLite')?.samples).toBeGreaterThanOrEqual(effort.samplesMinimum);
    expect(timings.get('SQLite')?.samples).toBeLessThanOrEqual(sqlite.runs());
  });
});

describe('report', () => {
  const timing = (p50Us: number) => ({ p50Us, p99Us: p50Us * 2, samples: 9 });
  const result = (name: string, stele: number, sqlite: number) => ({
    ...{ name, questions: 1, compared: 1 },
    timings: new Map([
      ['stele', timing(stele)],
      ['SQLite', timing(sqlite)],
    ]),
  });
  const results = [result('facet', 10, 5), result('list page', 3000, 3001)];

  it('verdicts › name each class in which stele is slower, and each missed target', () => {
    const said = verdicts(results);
    expect(said).toContain('  behind SQLite in: facet');
    expect(verdicts(results.slice(1))).toContain('  ahead of SQLite in every class');
    expect(said.at(-1)).toMatch(/MISSED$/);
  });
});
