/**
 * Places at the antimeridian, the poles, the equator and Greenwich: filters, orders and distances, against a plain reading.
 * `STELE_SEED=7 npx vitest run test/system/places` draws others.
 */
import { describe, expect, it } from 'vitest';
import { amount } from '../../../testing/amount.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { LIMIT, MODEL, PAGES, questionsFrom, shopsFrom, shownIn, shownOf } from '../../../testing/samples/places.js';
import { pickFrom } from '../../../testing/samples/toys.js';

const spaces = amount(12, 3);
const asked = amount(100, 50);
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);

describe('places at poles and antimeridian', () => {
  it('any box, circle and order › equal the naive result, with coordinates as exported', {
    timeout: 600_000,
  }, async () => {
    const tally = { questions: 0, some: 0 };
    for (let seed = firstSeed; seed < firstSeed + spaces; seed += 1) {
      // Pages of few places and of many are found in two ways.
      const shops = shopsFrom(pickFrom(seed), seed % 2 === 0 ? 40 : 900);
      const space = await MemorySpace.of(MODEL, { shop: shops.map((shop) => ({ ...shop })) });
      for (const question of questionsFrom(seed, shops, asked)) {
        for (const skip of PAGES) {
          const found = space.document('/shop', `${question.search}&page[limit]=${LIMIT}&page[skip]=${skip}`);
          const label = `seed ${seed}: ${question.search}`;
          expect(found.meta.total, label).toBe(question.expected.length);
          expect(shownIn(found), label).toEqual(shownOf(question, skip));
        }
        tally.questions += 1;
        tally.some += Number(question.expected.length > 0 && question.expected.length < shops.length);
      }
    }
    console.log(`places: ${JSON.stringify(tally)}`);
    expect(tally.some).toBeGreaterThan(tally.questions / 4);
  });
});
