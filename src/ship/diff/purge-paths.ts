/**
 * The paths below the delivery root whose answers may differ, for caches that know URLs only.
 */
import { encodeComponent } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import type { Snapshot, SnapshotPair } from './pair.js';
import { idsOf, readIds } from './side.js';
import { isTouched, type TypePurge } from './type-purge.js';

export class PurgePaths {
  readonly #pair: SnapshotPair;
  /** `touched` of these are the items that reach one that is. */
  readonly #types: readonly TypePurge[];
  readonly isAll: boolean;

  constructor(pair: SnapshotPair, types: readonly TypePurge[], isAll: boolean) {
    this.#pair = pair;
    this.#types = types.map((type) => ({ ...type, touchedCount: type.touched.count() }));
    this.isAll = isAll;
  }

  get count(): number {
    if (this.isAll) return 1;
    const root = this.#types.some(({ hasOtherCount }) => hasOtherCount) ? 1 : 0;
    return this.#types
      .filter(isTouched)
      .reduce((sum, { touchedCount, added }) => sum + 1 + touchedCount + added.length, root);
  }

  /**
   * @returns the delivery root as `''`, where types have more items or fewer; of each type its list, then its items,
   *          those added among them; `*` alone where every answer may differ
   */
  async *each(): AsyncGenerator<string> {
    if (this.isAll) {
      yield EVERYTHING;
      return;
    }
    if (this.#types.some(({ hasOtherCount }) => hasOtherCount)) yield '';
    for (const type of this.#types.filter(isTouched)) {
      const { name, touched, touchedCount, added } = type;
      yield `/${name}`;
      const { before, after } = this.#pair;
      if (touchedCount > 0) yield* itemPaths(before, name, touched);
      if (added.length > 0) yield* itemPaths(after, name, added);
    }
  }
}

/** Stands for every path below the delivery root. */
export const EVERYTHING = '*';

async function* itemPaths(snapshot: Snapshot, type: string, docs: Bitset | Uint32Array): AsyncGenerator<string> {
  const ids = await readIds(snapshot, type);
  const wanted = docs instanceof Bitset ? docs : Bitset.of(ids.docs.length, docs);
  for (const id of idsOf(ids, wanted)) yield `/${type}/${encodeComponent(id)}`;
}
