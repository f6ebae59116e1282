/**
 * The segment of the same type in an earlier snapshot, from the same model.
 *
 * Elsewhere: finding it (build/publish/incremental), using its columns (build/segment/start-column).
 */
import type { AnySection, FileSection } from '../../../src/format/index.js';
import type { RecordSource } from '../../work/index.js';

export interface EarlierType {
  /** @returns the sections of a text column whose texts have this hash; undefined if they differ or are damaged */
  findColumn(column: string, hash: string): Promise<AnySection[] | undefined>;
  /**
   * @param name of a search index, as its sections begin
   * @param hash of the texts that the index has words of
   * @returns the sections of the index; undefined if a text differs, or if they are damaged
   */
  findSearch(name: string, hash: string): Promise<AnySection[] | undefined>;
  /** @returns the sections of a column, whatever its texts are; undefined if they are damaged */
  readColumn(column: string): Promise<readonly FileSection[] | undefined>;
  /** @returns the rendered items; undefined if they are damaged */
  readDocuments(): Promise<RecordSource | undefined>;
}
