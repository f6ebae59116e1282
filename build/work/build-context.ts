/**
 * The resources and limits of one build: threads, temporary files, memory, and the choices about precomputed structures.
 *
 * Elsewhere: creating it (build/segment).
 */
import type { BuildChoices } from '../../src/content/model/index.js';
import type { MemoryGate } from './memory-gate.js';
import type { Pool } from './pool.js';
import type { ScratchFolder } from './scratch/scratch-files.js';

export interface BuildContext {
  readonly pool: Pool;
  readonly scratch: ScratchFolder;
  /** Columns run through it with their peak memory. */
  readonly gate: MemoryGate;
  /** Maximum number of suffixes of a text column that a thread sorts at once. */
  readonly capacity: number;
  /** Bytes of a column's records that a thread sorts at once; sorting takes several times as much memory. */
  readonly runBytes: number;
  /** Maximum length of a column's distinct texts that stay in memory while their substrings are sorted. */
  readonly textBytes: number;
  /** Numbers and thresholds of precomputed sets and first items. */
  readonly choices: BuildChoices;
  /** Maximum length of a section. */
  readonly sectionBytes: number;
}
