/**
 * The distinct targets of a relationship as the export wrote them: an id, with or without its type.
 *
 * A target is stored as bytes and numbered in the order of its first occurrence. It is decoded only for a problem text.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { RelationshipField } from '../../src/content/model/index.js';
import { InternTable, internedBytesMaximum, type LinkTarget, type LinkTargets } from '../read/index.js';
import { discard } from '../work/index.js';

export class WrittenTargets {
  readonly #field: RelationshipField;
  /** Key of a target: one byte as in `LinkTargets.types`, then the id. */
  readonly #keys: InternTable;
  readonly #key = Buffer.allocUnsafe(internedBytesMaximum);

  constructor(field: RelationshipField) {
    this.#field = field;
    this.#keys = new InternTable(`the items that ${field.name} leads to`);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Memory held now. */
  get byteLength(): number {
    return this.#keys.byteLength;
  }

  /** Calls back with the number of each target of a block. Cost: O(bytes) on average. */
  eachNumber({ ids, types }: LinkTargets, add: (number: number) => void): void {
    const { bytes, lengths } = ids;
    const key = this.#key;
    let at = 0;
    for (let link = 0; link < lengths.length; link += 1) {
      const end = at + lengths[link]!;
      key[0] = types[link]!;
      let keyEnd = 1;
      for (; at < end; at += 1, keyEnd += 1) key[keyEnd] = bytes[at]!;
      add(this.#keys.intern(key, 0, keyEnd));
    }
  }

  /** @returns the target with the number. @throws InvariantError if there is none, and after `release` */
  at(number: number): LinkTarget {
    const key = this.#keys.bytes(number);
    const place = key[0]!;
    const type = place === 0 ? undefined : this.#field.to[place - 1];
    if (place > 0 && type === undefined) throw new InvariantError(`${this.#field.name} has no type ${place - 1}`);
    return { type, id: Buffer.from(key.buffer, key.byteOffset + 1, key.byteLength - 1).toString('utf8') };
  }

  /** @returns a view of the target's id in UTF-8 */
  idOf(number: number): Uint8Array {
    return this.#keys.bytes(number).subarray(1);
  }

  /** Frees the lookup of numbers, once all targets are added. */
  close(): void {
    discard(this.#keys.releaseLookup());
  }

  /** Frees everything except `size`. */
  release(): void {
    discard(this.#keys.release());
  }
}
