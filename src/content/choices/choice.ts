/**
 * One entry of the table of choices (table.ts): a place in the code that can answer or build in several ways.
 *
 * All ways of a choice give the same result. An estimated cost, a size, a density or the free memory decides between them.
 */

export interface Choice {
  /** The one file that takes it. */
  readonly where: string;
  /** Short names, all of which give the same result. */
  readonly ways: readonly [string, string, ...string[]];
  /** What decides. */
  readonly by: 'cost' | 'size' | 'density' | 'memory';
  /** Where it decides what a snapshot stores, and so its bytes; answers are the same. */
  readonly stores?: true;
  /** One sentence, for people who read an explained query. */
  readonly says: string;
}
