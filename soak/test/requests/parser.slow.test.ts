/**
 * Hostile requests to parser, engine and documents, in this process. `STELE_FUZZ=1000000 STELE_SEED=7 npx vitest run
 * soak/test/requests/parser.slow.test.ts` puts more, or others; `npm run fuzz` does the same without a test runner.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { caseAt, type Fault, fuzz, growthOf, type Subject, targetOf, textOf } from '../../requests/fuzz.js';
import { minimised } from '../../requests/minimise.js';
import { awkwardSubject, subjectOf } from '../../requests/subjects.js';

const count = Number(process.env['STELE_FUZZ'] ?? 8_000);
const seed = Number(process.env['STELE_SEED'] ?? 1);

const shortest = ({ subject, target }: Fault): Promise<string> =>
  minimised(textOf(target), (text) => subject.judge.judge(targetOf(text)).fault !== undefined);

describe(`hostile requests, seed ${seed}`, () => {
  let subjects: readonly Subject[];
  beforeAll(async () => {
    subjects = [subjectOf(await openBookshop()), awkwardSubject];
  });

  it(`${count} of them › are answered or refused as they must be, in flat memory`, { timeout: 1_800_000 }, async () => {
    const report = fuzz({ seed, count, subjects, slowMs: 50 });
    const told = await Promise.all(
      report.faults.map(
        async (fault) => `--seed ${seed} --case ${fault.index}: ${fault.fault}: ${await shortest(fault)}`,
      ),
    );
    expect(told).toEqual([]);
    console.log(
      `fuzzed: ${report.answered} answered, ${report.refused} refused, slowest ${report.slowest[0]?.elapsedMs} ms`,
    );
    // Enough of both kinds, or the grammar has gone astray.
    expect(report.answered).toBeGreaterThan(count / 5);
    expect(report.refused).toBeGreaterThan(count / 5);
    expect(growthOf(report.heapBytes)).toBeLessThan(8 * 2 ** 20);
  });

  it('the cases › cover every kind of endpoint, and are equal for equal seeds', () => {
    const kinds = new Set<string>();
    for (let index = 0; index < 2000; index += 1) {
      const { subject, target } = caseAt({ seed, subjects }, index);
      expect(caseAt({ seed, subjects }, index).target).toEqual(target);
      if (subject.judge.judge(target).outcome === 'refused') continue;
      kinds.add(parseRequest(subject.vocabulary.model, target.path, target.search).kind);
    }
    expect([...kinds].sort()).toEqual(['collection', 'item', 'linkage', 'related', 'root']);
  });
});
