/**
 * The distinct targets of a relationship as the export wrote them: an id, with or without its type.
 *
 * A target is stored as bytes and numbered in the order of its first occurrence. It is decoded only for a problem text.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { RelationshipField } from '../../src/content/model/index.js';
import { InternTable, internedBytesMaximum, type LinkTarget, type LinkTargets } from '../read/index.js';
import { discard } from '../work/index.js';

/** Target ↔ number, in the order of first occurrence. */
export class WrittenTargets {
  readonly #field: RelationshipField;
  /** Key of a target: one byte as in `LinkTargets.types`, then the id. */
  readonly #keys: InternTable;
  readonly #key = Buffer.allocUnsafe(internedBytesMaximum);

  constructor(field: RelationshipField) {
    this.#field = field;
    this.#keys = new InternTable(`the ids of the items that ${field.name} leads to`);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Bytes of memory in use. */
  get byteLength(): number {
    return this.#keys.byteLength;
  }

  /** Numbers the targets of a block. @param add receives the number of each target. Cost: O(bytes) on average. */
  internTargets({ ids, types }: LinkTargets, add: (number: number) => void): void {
    const { bytes, lengths } = ids;
    const key = this.#key;
    let idByte = 0;
    for (let link = 0; link < lengths.length; link += 1) {
      const idEnd = idByte + lengths[link]!;
      key[0] = types[link]!;
      let keyEnd = 1;
      for (; idByte < idEnd; idByte += 1, keyEnd += 1) key[keyEnd] = bytes[idByte]!;
      add(this.#keys.intern(key, 0, keyEnd));
    }
  }

  /** @returns the target with the number. @throws InvariantError if there is none, and after `release` */
  readTarget(number: number): LinkTarget {
    const key = this.#keys.bytes(number);
    // 0 if the target has no type, otherwise the index of its type plus 1.
    const typeNumber = key[0]!;
    const type = typeNumber === 0 ? undefined : this.#field.to[typeNumber - 1];
    if (typeNumber > 0 && type === undefined) {
      throw new InvariantError(`${this.#field.name} has no type ${typeNumber - 1}`);
    }
    return { type, id: Buffer.from(key.buffer, key.byteOffset + 1, key.byteLength - 1).toString('utf8') };
  }

  /** @returns a view of the target's id in UTF-8 */
  readId(number: number): Uint8Array {
    return this.#keys.bytes(number).subarray(1);
  }

  /** Frees the memory for numbering further targets. Call when all targets are added. */
  close(): void {
    discard(this.#keys.releaseLookup());
  }

  /** Frees everything except `size`. */
  release(): void {
    discard(this.#keys.release());
  }
}
