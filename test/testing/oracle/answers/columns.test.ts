/**
 * The evaluator for large spaces against the plain one, so that the large comparison can be trusted.
 */
import { describe, expect, it } from 'vitest';
import { amount } from '../../../../testing/amount.js';
import { ColumnOracle } from '../../../../testing/oracle/answers/columns.js';
import { evaluate } from '../../../../testing/oracle/answers/evaluate.js';
import { caseFromSeed } from '../../../../testing/oracle/arbitraries/index.js';

const cases = amount(150, 30);

describe('ColumnOracle', () => {
  it(`any query to any of ${cases} spaces › is answered as the plain evaluator does`, () => {
    let nonEmpty = 0;
    let asked = 0;
    for (let seed = 1; seed <= cases; seed += 1) {
      const { space, queries } = caseFromSeed(seed);
      const columns = new ColumnOracle(space);
      for (const query of queries) {
        const expected = evaluate(space, query);
        expect(columns.evaluate(query), `seed ${seed}`).toEqual(expected);
        asked += 1;
        if (expected.ids.length > 0) nonEmpty += 1;
      }
    }
    expect(asked).toBeGreaterThan(cases * 4);
    expect(nonEmpty).toBeGreaterThan(asked / 4);
  });
});
