/**
 * Whole random cases: a space and requests to it, drawn by fast-check or replayed from a seed.
 */
import fc from 'fast-check';
import type { CollectionQuery } from '../../../src/engine/query/query-tree.js';
import type { OracleSpace } from '../content/dataset.js';
import { arbitrarySpace } from './items.js';
import { arbitraryQuery } from './queries.js';
import { arbitraryRequest, type RequestCase } from './requests.js';

export * from './items.js';
export * from './models.js';
export * from './queries.js';
export * from './requests.js';
export * from './shapes.js';
export * from './texts.js';

/** A space is dear to build, so several questions share one. */
export interface OracleCase {
  readonly space: OracleSpace;
  readonly queries: readonly CollectionQuery[];
  readonly requests: readonly RequestCase[];
}

/** How many questions of each kind a case asks. */
const QUESTIONS = 12;

export const arbitraryCase: fc.Arbitrary<OracleCase> = arbitrarySpace.chain((space) =>
  fc.record({
    space: fc.constant(space),
    queries: fc.array(arbitraryQuery(space), { minLength: 1, maxLength: QUESTIONS, size: 'max' }),
    requests: fc.array(arbitraryRequest(space), { minLength: 1, maxLength: QUESTIONS, size: 'max' }),
  }),
);

/** @returns questions to a space that was not drawn, such as one with locales; the same for the same seed */
export const questionsFromSeed = (space: OracleSpace, seed: number, count: number): Omit<OracleCase, 'space'> => ({
  queries: fc.sample(arbitraryQuery(space), { seed, numRuns: count }),
  requests: fc.sample(arbitraryRequest(space), { seed, numRuns: count }),
});

/**
 * @returns the same case for the same seed, in this version of the arbitraries
 *
 * The first draw of a run leans towards small and extreme values, so every second seed draws without that bias.
 */
export function caseFromSeed(seed: number): OracleCase {
  const [drawn] = fc.sample(seed % 2 === 0 ? arbitraryCase : fc.noBias(arbitraryCase), { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error(`no case was drawn for seed ${seed}`);
  return drawn;
}
