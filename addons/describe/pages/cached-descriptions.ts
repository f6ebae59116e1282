/**
 * The descriptions of one snapshot that were written so far: the description of everything, and the last requested variants.
 */
import { RequestError } from '../../../src/content/errors/index.js';
import type { StaticFile } from '../../../src/server/index.js';
import type { Variant } from '../openapi/variant.js';

/** Variants in memory, in addition to the description of everything. */
export const VARIANT_LIMIT = 16;

/**
 * Variants that are being written or wait for it. Types can be combined in any number of ways, and a client may ask for all.
 */
export const WAITING_LIMIT = 8;

const COMPLETE = ' all';

/** A type's name has neither commas nor spaces. */
const keyOf = ({ types, filters }: Variant): string => `${types?.map(({ name }) => name).join() ?? ''} ${filters}`;

export class CachedDescriptions {
  /** The variant that was requested least recently comes first. */
  readonly #files = new Map<string, Promise<StaticFile>>();
  /** Number of descriptions that are being written or wait for it. */
  #waiting = 0;
  /** Ends when the last of them is written. It does not fail. */
  #lastWriting: Promise<unknown> = Promise.resolve();

  /**
   * @param write called if the variant is not in memory; after its failure, the next request tries again
   * @throws RequestError 503 if too many variants wait to be written
   */
  async read(variant: Variant, write: () => Promise<StaticFile>): Promise<StaticFile> {
    const key = keyOf(variant);
    const knownFile = this.#files.get(key);
    if (knownFile === undefined && key !== COMPLETE && this.#waiting >= WAITING_LIMIT) {
      const detail = `${WAITING_LIMIT} descriptions of chosen types wait to be written; try again in a second.`;
      throw new RequestError([{ code: 'Unavailable', detail }]);
    }
    const file = knownFile ?? this.#writeInTurn(write);
    this.#files.delete(key);
    this.#files.set(key, file);
    file.catch(() => {
      if (this.#files.get(key) === file) this.#files.delete(key);
    });
    this.#removeOldVariants();
    return file;
  }

  /** Writes one description after the other, so that they take the thread from other requests as seldom as one does. */
  #writeInTurn(write: () => Promise<StaticFile>): Promise<StaticFile> {
    this.#waiting += 1;
    const writing = this.#lastWriting.then(write).finally(() => {
      this.#waiting -= 1;
    });
    this.#lastWriting = writing.catch(() => undefined);
    return writing;
  }

  #removeOldVariants(): void {
    for (const key of this.#files.keys()) {
      if (this.#files.size <= VARIANT_LIMIT + 1) return;
      if (key !== COMPLETE) this.#files.delete(key);
    }
  }
}
