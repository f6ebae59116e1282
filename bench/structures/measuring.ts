/**
 * How much to measure.
 */
import type { Effort } from '../harness/timing/measure.js';

export interface Measuring {
  /** How many values, docs or texts; one contest each. */
  readonly sizes: readonly number[];
  /** Of each kind. */
  readonly questions: number;
  readonly seed: number;
  readonly effort: Effort;
}
