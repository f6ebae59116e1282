/**
 * The descriptions of one snapshot that were written so far: the description of everything, and the last requested variants.
 */
import type { StaticFile } from '../../../src/server/index.js';
import type { Variant } from '../openapi/variant.js';

/** Variants in memory, in addition to the description of everything. */
export const VARIANT_LIMIT = 16;

const COMPLETE = ' all';

/** A type's name has neither commas nor spaces. */
const keyOf = ({ types, filters }: Variant): string => `${types?.map(({ name }) => name).join() ?? ''} ${filters}`;

export class CachedDescriptions {
  /** The variant that was requested least recently comes first. */
  readonly #files = new Map<string, Promise<StaticFile>>();

  /** @param write called if the variant is not in memory; after its failure, the next request tries again */
  read(variant: Variant, write: () => Promise<StaticFile>): Promise<StaticFile> {
    const key = keyOf(variant);
    const file = this.#files.get(key) ?? write();
    this.#files.delete(key);
    this.#files.set(key, file);
    file.catch(() => {
      if (this.#files.get(key) === file) this.#files.delete(key);
    });
    this.#removeOldVariants();
    return file;
  }

  #removeOldVariants(): void {
    for (const key of this.#files.keys()) {
      if (this.#files.size <= VARIANT_LIMIT + 1) return;
      if (key !== COMPLETE) this.#files.delete(key);
    }
  }
}
