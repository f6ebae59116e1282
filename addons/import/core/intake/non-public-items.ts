/**
 * What an import has judged not to be public: what of it was public before was taken down, and not cut off.
 *
 * Items that are kept out by doubt are not among it, as nobody has judged them.
 */
import { IdSet } from '../../parked/id-set.js';

export class NonPublicItems {
  /** Names of types in the export that are left out as a whole. */
  readonly types = new Set<string>();
  /** Fields that are left out, as `type.field` in the export. */
  readonly fields = new Set<string>();
  readonly #ids = new Map<string, IdSet>();
  readonly #isShown: (type: string, id: string) => boolean;

  /** @param isShown whether the export has an item: a draft may lie beside what is published of it */
  constructor(isShown: (type: string, id: string) => boolean) {
    this.#isShown = isShown;
  }

  /** @param type its name in the export */
  add(type: string, id: string): void {
    const known = this.#ids.get(type);
    if (known !== undefined) known.add(id);
    else {
      const ids = new IdSet(type);
      ids.add(id);
      this.#ids.set(type, ids);
    }
  }

  /** @returns the ids of items of a type, in UTF-8 */
  *idsOf(type: string): Generator<Uint8Array> {
    for (const id of this.#ids.get(type)?.bytes() ?? []) if (!this.#isShown(type, Buffer.from(id).toString())) yield id;
  }
}
