/**
 * The response cache of one mount: it is replaced by an empty one when the mount serves another snapshot.
 *
 * Its counters continue across snapshots. Elsewhere: deciding which answers stay in a cache (response-cache).
 */
import type { AnySpace } from '../../jsonapi/index.js';
import { ResponseCache } from './response-cache.js';

/** Hits, misses and evictions since the server started; current bytes and entries. */
export interface CacheCounters {
  hits: number;
  misses: number;
  evictions: number;
  bytes: number;
  entries: number;
}

export class MountCache {
  #budgetBytes: number;
  #cache: ResponseCache | undefined;
  /** Holds the space whose answers are cached; a weak set, so that a space that is no longer served can be freed. */
  #owner = new WeakSet<AnySpace>();
  /** Evictions of the caches of earlier snapshots. */
  #earlierEvictions = 0;
  hits = 0;
  misses = 0;

  /** @param budgetBytes 0 turns the cache off */
  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** Sets the size of the cache of the next snapshot; the cache of the served one keeps its size. */
  resize(budgetBytes: number): void {
    this.#budgetBytes = budgetBytes;
  }

  /** @returns the cache of the space's answers; undefined if the cache is off */
  of(space: AnySpace): ResponseCache | undefined {
    if (this.#budgetBytes <= 0) return undefined;
    if (this.#cache === undefined || !this.#owner.has(space)) {
      this.#earlierEvictions += this.#cache?.evictions ?? 0;
      this.#cache = new ResponseCache(this.#budgetBytes);
      this.#owner = new WeakSet([space]);
    }
    return this.#cache;
  }

  counters(): CacheCounters {
    return {
      hits: this.hits,
      misses: this.misses,
      evictions: this.#earlierEvictions + (this.#cache?.evictions ?? 0),
      bytes: this.#cache?.bytes ?? 0,
      entries: this.#cache?.entries ?? 0,
    };
  }
}
