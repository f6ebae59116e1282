/**
 * The purge after a new snapshot: the surrogate keys of all answers that may differ.
 *
 * Comparing the snapshots gives one bit for each item; the ids are read again when the list is written, so memory does not
 * grow with the list. Elsewhere: the keys and why they are enough (src/jsonapi/surrogate-keys), paths (purge-paths).
 */

import { ALL_KEY, anyItemKey, itemKey, MANY_KEY, typeKey } from '../../jsonapi/index.js';
import { compareModels } from './compare-models.js';
import { compareSnapshots } from './compare-types.js';
import type { SnapshotPair } from './pair.js';
import { PurgePaths } from './purge-paths.js';
import { findReachingItems } from './reach.js';
import { iterateIds, readIds } from './type-content.js';
import { describeTypePurge, isTouched, type LocalePurge, type TypePurge } from './type-purge.js';

export class Purge {
  readonly #pair: SnapshotPair;
  readonly #types: readonly TypePurge[];
  /** Whether every answer may differ, because the models differ. */
  readonly isAll: boolean;

  constructor(pair: SnapshotPair, types: readonly TypePurge[], isAll: boolean) {
    this.#pair = pair;
    this.#types = types;
    this.isAll = isAll;
  }

  /** Number of keys. */
  get keyCount(): number {
    if (this.isAll) return 1;
    const touched = this.#types.filter(isTouched);
    if (touched.length === 0) return 0;
    const localeKeyCount = ({ fieldKeys, touchedCount }: LocalePurge): number =>
      fieldKeys.length + Number(touchedCount > 0) + touchedCount;
    return touched
      .flatMap(({ hasOtherItems, locales }) => [Number(hasOtherItems), ...locales.map(localeKeyCount)])
      .reduce((sum, count) => sum + count, 1);
  }

  /** @returns every key once, with the keys of items last in their type; `ALL_KEY` alone if every answer may differ */
  async *keys(): AsyncGenerator<string> {
    if (this.isAll) {
      yield ALL_KEY;
      return;
    }
    if (this.#types.some(isTouched)) yield MANY_KEY;
    for (const { name, hasOtherItems, locales } of this.#types) {
      if (hasOtherItems) yield typeKey(name);
      for (const { fieldKeys } of locales) yield* fieldKeys;
      for (const { name: localeName, touched, touchedCount } of locales) {
        if (touchedCount === 0) continue;
        yield anyItemKey(localeName);
        for (const id of iterateIds(await readIds(this.#pair.before, name), touched)) yield itemKey(localeName, id);
      }
    }
  }

  /**
   * Finds the paths whose answers may differ.
   *
   * @param steps maximum number of relationships that an answer follows: to related items, and to included items
   * @throws IntegrityError if a snapshot is damaged. Cost: O(links) a step. Memory: the links of the snapshot.
   */
  async paths(steps: number): Promise<PurgePaths> {
    if (this.isAll) return new PurgePaths(this.#pair, [], true);
    const touched = new Map(this.#types.map((type) => [type.name, type.touched]));
    const reaching = await findReachingItems(this.#pair.before, touched, steps);
    const types = this.#types.map((type) => ({ ...type, touched: reaching.get(type.name) ?? type.touched }));
    return new PurgePaths(this.#pair, types, false);
  }
}

/**
 * Finds the answers of the earlier snapshot that caches must purge when the later snapshot is served.
 *
 * @param onStep called before each type that is compared, for progress
 * @throws IntegrityError if a snapshot is damaged
 * Cost and memory: as eachTypeChanges, and one bit an item; none if the models differ, as then every answer may differ.
 */
export async function findPurge(pair: SnapshotPair, onStep?: (step: string) => void): Promise<Purge> {
  const model = compareModels(pair.before.manifest.model, pair.after.manifest.model);
  const types: TypePurge[] = [];
  if (model.length > 0) return new Purge(pair, types, true);
  const { contentTypes } = pair.before.manifest.model;
  for await (const changes of compareSnapshots(pair, onStep)) {
    types.push(describeTypePurge(changes, contentTypes.get(changes.name)));
  }
  return new Purge(pair, types, false);
}
