/**
 * One entry of the table of choices (table.ts): a place in the code with several methods, called *ways*.
 *
 * All ways of a choice give the same result. An estimated cost, a size, a density or the free memory decides between them.
 */

export interface Choice {
  /** The only file that takes this choice. */
  readonly file: string;
  /** Short names of the ways. */
  readonly ways: readonly [string, string, ...string[]];
  /** The measure that decides. */
  readonly decidedBy: 'cost' | 'size' | 'density' | 'memory';
  /** Set if the choice decides which bytes a snapshot stores; answers are the same either way. */
  readonly stores?: true;
  /** One sentence for readers of `stele query --explain`. */
  readonly description: string;
}
