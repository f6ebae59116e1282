/**
 * What a build works with: threads, and how much of its data is in memory at once.
 */

import type { BuildChoices } from '../../src/content/model/index.js';
import type { Gate } from './gate.js';
import type { Pool } from './pool.js';
import type { Scratch } from './scratch/scratch.js';

export interface Workshop {
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Columns pass it with the bytes they take at their peak. */
  readonly gate: Gate;
  /** How many suffixes of a text column a thread sorts at once. */
  readonly capacity: number;
  /** How many bytes of a column's records a thread sorts at once; it takes several times as many. */
  readonly runBytes: number;
  /** How long a text may be to be in memory while its substrings are sorted. */
  readonly textBytes: number;
  /** What is stored ahead. */
  readonly choices: BuildChoices;
  /** How long a section may be. */
  readonly sectionBytes: number;
}
