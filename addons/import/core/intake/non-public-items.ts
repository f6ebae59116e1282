/**
 * Items, types and fields that an import has judged not to be public. If an earlier export had them, they were taken down; a
 * build then does not suspect an incomplete input.
 *
 * Items in doubt are missing here: nobody has judged them.
 */
import { IdSet } from '../../spool/id-set.js';

export class NonPublicItems {
  /** Names in the export of types that are left out. */
  readonly types = new Set<string>();
  /** Fields that are left out, as `type.field` with their names in the export. */
  readonly fields = new Set<string>();
  readonly #ids = new Map<string, IdSet>();
  readonly #isShown: (type: string, id: string) => boolean;

  /** @param isShown whether the export has an item: the draft and the published version may have the same id */
  constructor(isShown: (type: string, id: string) => boolean) {
    this.#isShown = isShown;
  }

  /** @param type its name in the export */
  add(type: string, id: string): void {
    const ids = this.#ids.get(type) ?? new IdSet(type);
    ids.add(id);
    this.#ids.set(type, ids);
  }

  /** @param type its name in the export */
  has(type: string, id: string): boolean {
    return this.#ids.get(type)?.has(id) === true;
  }

  /** @returns the ids of a type's non-public items, in UTF-8 */
  *idsOf(type: string): Generator<Uint8Array> {
    for (const id of this.#ids.get(type)?.bytes() ?? []) if (!this.#isShown(type, Buffer.from(id).toString())) yield id;
  }
}
