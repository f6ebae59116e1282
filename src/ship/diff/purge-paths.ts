/**
 * The paths below the delivery root whose answers may differ, for caches that store answers by URL only.
 */
import { encodeComponent } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import type { Snapshot, SnapshotPair } from './pair.js';
import { iterateIds, readIds } from './type-content.js';
import { isTouched, type TypePurge } from './type-purge.js';

/** Means every path below the delivery root. */
export const EVERYTHING = '*';

export class PurgePaths {
  readonly #pair: SnapshotPair;
  readonly #types: readonly TypePurge[];
  /** Whether every answer may differ; then `EVERYTHING` is the only path. */
  readonly isAll: boolean;

  /** @param types their `touched` also includes the items that link to a changed item, so `touchedCount` is counted again */

  constructor(pair: SnapshotPair, types: readonly TypePurge[], isAll: boolean) {
    this.#pair = pair;
    this.#types = types.map((type) => ({ ...type, touchedCount: type.touched.count() }));
    this.isAll = isAll;
  }

  /** Number of paths that `iterate` returns. */
  get count(): number {
    if (this.isAll) return 1;
    let count = this.#isRootTouched() ? 1 : 0;
    for (const { touchedCount, added } of this.#types.filter(isTouched)) {
      const listPaths = 1;
      count += listPaths + touchedCount + added.length;
    }
    return count;
  }

  /** The answer at the delivery root contains the number of items of each type. */
  #isRootTouched(): boolean {
    return this.#types.some(({ hasOtherCount }) => hasOtherCount);
  }

  /**
   * @returns `''` for the delivery root if the number of items of a type has changed; then for each type the path of its
   *          list and of its touched and added items; `*` alone if every answer may differ
   */
  async *iterate(): AsyncGenerator<string> {
    if (this.isAll) {
      yield EVERYTHING;
      return;
    }
    if (this.#isRootTouched()) yield '';
    for (const type of this.#types.filter(isTouched)) {
      const { name, touched, touchedCount, added } = type;
      yield `/${name}`;
      const { before, after } = this.#pair;
      if (touchedCount > 0) yield* iteratePaths(before, name, touched);
      if (added.length > 0) yield* iteratePaths(after, name, added);
    }
  }
}

async function* iteratePaths(snapshot: Snapshot, type: string, docs: Bitset | Uint32Array): AsyncGenerator<string> {
  const ids = await readIds(snapshot, type);
  const docSet = docs instanceof Bitset ? docs : Bitset.of(ids.docs.length, docs);
  for (const id of iterateIds(ids, docSet)) yield `/${type}/${encodeComponent(id)}`;
}
