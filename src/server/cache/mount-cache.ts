/**
 * The cache of what is mounted at one place: as long as it serves the same snapshot, the same cache; with the next one
 * an empty cache, and the old one is free to go.
 */
import type { AnySpace } from '../../api/jsonapi/index.js';
import { ResponseCache } from './response-cache.js';

/** Numbers since the server started, and of now. */
export interface CacheCounters {
  hits: number;
  misses: number;
  evictions: number;
  bytes: number;
  entries: number;
}

export class MountCache {
  readonly #budgetBytes: number;
  #cache: ResponseCache | undefined;
  /** Holds the space whose answers are kept, without keeping a space alive that is no longer served. */
  #owner = new WeakSet<AnySpace>();
  #evictionsBefore = 0;
  hits = 0;
  misses = 0;

  /** @param budgetBytes 0 keeps nothing */
  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** @returns undefined when nothing is kept */
  of(space: AnySpace): ResponseCache | undefined {
    if (this.#budgetBytes <= 0) return undefined;
    if (this.#cache === undefined || !this.#owner.has(space)) {
      this.#evictionsBefore += this.#cache?.evictions ?? 0;
      this.#cache = new ResponseCache(this.#budgetBytes);
      this.#owner = new WeakSet([space]);
    }
    return this.#cache;
  }

  counters(): CacheCounters {
    return {
      hits: this.hits,
      misses: this.misses,
      evictions: this.#evictionsBefore + (this.#cache?.evictions ?? 0),
      bytes: this.#cache?.bytes ?? 0,
      entries: this.#cache?.entries ?? 0,
    };
  }
}
