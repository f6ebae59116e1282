/**
 * Conditions side by side behind the same relationships: what they select, and that one more never adds items.
 * `STELE_SEED=7 npx vitest run test/system/relationships` draws others.
 */
import { describe, expect, it } from 'vitest';
import { amount } from '../../../testing/amount.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { questionsFrom } from '../../../testing/samples/toy-questions.js';
import { MODEL, pickFrom, rowsFrom } from '../../../testing/samples/toys.js';

const spaces = amount(20, 4);
const asked = amount(100, 50);
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);

describe('conditions side by side behind relationships', () => {
  it('any conditions › equal the naive result, and a repeated condition adds nothing', {
    timeout: 600_000,
  }, async () => {
    const tally = { questions: 0, nonEmpty: 0, narrowed: 0, noneLinked: 0 };
    for (let seed = firstSeed; seed < firstSeed + spaces; seed += 1) {
      const pick = pickFrom(seed);
      const rows = rowsFrom(pick);
      const space = await MemorySpace.of(MODEL, rows, { strict: false });
      for (const { path, steps } of questionsFrom(pick, rows, asked)) {
        let before: readonly string[] | undefined;
        for (const { search, expected } of steps) {
          const found = space.ids(path, search);
          const label = `seed ${seed}: ${path}?${search}`;
          expect(found, label).toEqual(expected);
          if (before !== undefined) expect(before, `${label} adds items`).toEqual(expect.arrayContaining([...found]));
          if (before !== undefined && found.length > 0 && found.length < before.length) tally.narrowed += 1;
          before = found;
          tally.questions += 1;
          tally.nonEmpty += Number(found.length > 0);
          tally.noneLinked += Number(/\[id\]\[_nin\]/.test(search) && found.length > 0);
        }
      }
    }
    console.log(`conditions side by side: ${JSON.stringify(tally)}`);
    expect(tally.nonEmpty).toBeGreaterThan(tally.questions / 5);
    expect(tally.narrowed).toBeGreaterThan(tally.questions / 20);
    expect(tally.noneLinked).toBeGreaterThan(tally.questions / 20);
  });
});
