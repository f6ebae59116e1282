/**
 * The engine against the naive evaluator on content large enough for every structure: quantiles, trees of substrings,
 * wide ordinals.
 * `STELE_LARGE=2000 STELE_SEED=7 npx vitest run test/engine/query/large.property.slow.test.ts` runs more, or others;
 * `npm run soak:answers` runs hundreds of thousands.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { checkSegment } from '../../../src/index/verify/index.js';
import { compareAnswers, describeDifference } from '../../../testing/worlds/compare.js';
import { skewedSpace } from '../../../testing/worlds/skewed.js';
import { queriesFor, type World, worldFrom } from '../../../testing/worlds/worlds.js';

const queries = Number(process.env['STELE_LARGE'] ?? 300);
const seed = Number(process.env['STELE_SEED'] ?? 1);
const items = 33_500;

describe(`${items} skewed items, seed ${seed}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await worldFrom('skewed', skewedSpace(items, seed));
  });

  it('the snapshot › has the structures that small content lacks, and they are sound', () => {
    const { segment } = world.space.types.get('thing')!;
    expect(checkSegment(segment)).toEqual([]);
    const [views, title] = [segment.fields.get('views'), segment.fields.get('title')];
    if (views?.kind !== 'numbers' || title?.kind !== 'text') throw new Error('the fields are of other kinds');
    expect(views.quantiles?.places.length).toBeGreaterThan(8);
    expect(title.quantiles).toBeDefined();
    expect(title.substrings?.tables.counts.length).toBeGreaterThan(10);
    expect(segment.id.column.BYTES_PER_ELEMENT).toBe(2);
  });

  it(`${queries} queries › are answered as the naive evaluator says`, { timeout: 900_000 }, () => {
    const tally = compareAnswers(world, queriesFor(world, seed, queries));
    expect(tally.differences.map(describeDifference)).toEqual([]);
    expect(tally.nonEmpty).toBeGreaterThan(queries / 4);
  });
});
