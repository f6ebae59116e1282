/**
 * Response cache: answers cached across requests, within a budget of bytes. One client cannot flush the answers of all other
 * clients.
 *
 * A first request is only counted, because most are never repeated. The second caches the answer in a small LRU *window*.
 * An answer that leaves the window enters the *main* LRU only if it was requested more often recently than all answers
 * that it would displace together. So a client that always sends new targets replaces only the answers in the window.
 * Invariants: a key is in one part at most; each target in the index leads to a cached entry.
 * Source: Einziger, Eytan, Friedman, Manes, "Lightweight Robust Size Aware Cache Management", 2021 (aggregated victims).
 * Elsewhere: the parts of an answer (prepared-answer), one cache per mount and snapshot (mount-cache).
 */
import { LRUCache } from 'lru-cache';
import { ESTIMATE_MAXIMUM, FrequencySketch } from './frequency-sketch.js';
import type { Answer } from './prepared-answer.js';

interface Entry {
  /** The canonical request. */
  readonly key: string;
  readonly answer: Answer;
  /** Targets as clients sent them, the oldest first. */
  readonly targets: string[];
  bytes: number;
  /** Number of requests, halved at every epoch; starts with the sketch's estimate. */
  uses: number;
  epoch: number;
  /** Value of the cache's use counter when the entry last moved to the front of its LRU list. */
  movedAtUse: number;
  part: 'window' | 'main';
}

/** Share of the budget that the sketch takes. */
const SKETCH_SHARE = 1 / 8;
/** Share of the budget that the window takes. */
const WINDOW_SHARE = 1 / 8;
/**
 * Share of the budget that one answer may take, its key and targets included; a larger answer would displace too many.
 * It is smaller than both parts, so that neither refuses an entry.
 */
export const ANSWER_SHARE = 1 / 16;
/** Targets indexed per entry; a request with another spelling is parsed and then found by its canonical request. */
const targetsMaximum = 4;
/** All use counts are halved after this many uses per entry. */
const usesPerEpoch = 10;
const epochUsesMinimum = 1000;
/** An entry keeps its position in its LRU list until the cache was used `entries / recentShare` times. */
const recentShare = 2;

export class ResponseCache {
  readonly #answerBytesMaximum: number;
  readonly #window: LRUCache<string, Entry>;
  readonly #main: LRUCache<string, Entry>;
  readonly #byTarget = new Map<string, Entry>();
  /** Counts requests whose answers are not cached. */
  readonly #sketch: FrequencySketch;
  #epoch = 0;
  #usesInEpoch = 0;
  #uses = 0;
  #evictions = 0;

  /** @param budgetBytes more than 0 */
  constructor(budgetBytes: number) {
    this.#sketch = new FrequencySketch(budgetBytes * SKETCH_SHARE);
    const windowBytes = Math.max(1, Math.floor(budgetBytes * WINDOW_SHARE));
    this.#answerBytesMaximum = Math.floor(budgetBytes * ANSWER_SHARE);
    this.#window = new LRUCache({
      maxSize: windowBytes,
      dispose: (entry, _, reason) => {
        if (reason === 'evict') this.#leaveWindow(entry);
      },
    });
    this.#main = new LRUCache({
      maxSize: Math.max(1, Math.floor(budgetBytes * (1 - SKETCH_SHARE)) - windowBytes),
      dispose: (entry, _, reason) => {
        if (reason === 'evict') this.#evict(entry);
      },
    });
  }

  get bytes(): number {
    return this.#window.calculatedSize + this.#main.calculatedSize;
  }

  get entries(): number {
    return this.#window.size + this.#main.size;
  }

  /** Number of answers removed to make room, or not admitted to the main part. */
  get evictions(): number {
    return this.#evictions;
  }

  /** @param target as the client sent it. Cost: two lookups by string. */
  find(target: string): Answer | undefined {
    const entry = this.#byTarget.get(target);
    if (entry === undefined) return undefined;
    this.#countUse(entry);
    return entry.answer;
  }

  /** Finds an answer by its canonical request, and indexes the target for `find`. */
  findCanonical(key: string, target: string): Answer | undefined {
    const entry = this.#window.peek(key) ?? this.#main.peek(key);
    if (entry === undefined) return undefined;
    this.#countUse(entry);
    this.#indexTarget(entry, target);
    return entry.answer;
  }

  /**
   * Counts a request whose answer is not cached.
   *
   * @returns whether it was requested before, recently; then the answer is worth caching. Cost: O(length of the key).
   */
  isRepeated(key: string): boolean {
    if (this.#sketch.estimate(key) > 0) return true;
    this.#sketch.raise(key, 1);
    return false;
  }

  /** @param key the canonical request, which is not cached yet */
  add(key: string, target: string, answer: Answer): void {
    const entry: Entry = {
      key,
      answer,
      targets: [target],
      bytes: 0,
      uses: Math.min(ESTIMATE_MAXIMUM, this.#sketch.estimate(key) + 1),
      epoch: this.#epoch,
      movedAtUse: this.#uses,
      part: 'window',
    };
    entry.bytes = measureEntry(entry);
    if (entry.bytes > this.#answerBytesMaximum) return;
    answer.copyDocument();
    this.#byTarget.set(target, entry);
    this.#selectPart(entry).set(key, entry, { size: entry.bytes });
  }

  /** Call it if the answer's size may have changed; an answer that became too large is evicted. */
  updateSize(key: string): void {
    const entry = this.#window.peek(key) ?? this.#main.peek(key);
    if (entry !== undefined) this.#resize(entry);
  }

  #selectPart({ part }: Entry): LRUCache<string, Entry> {
    return part === 'window' ? this.#window : this.#main;
  }

  #resize(entry: Entry): void {
    const bytes = measureEntry(entry);
    if (bytes === entry.bytes) return;
    entry.bytes = bytes;
    const part = this.#selectPart(entry);
    // `set` of a value that is already there would keep the old size.
    part.delete(entry.key);
    if (bytes <= this.#answerBytesMaximum) part.set(entry.key, entry, { size: bytes });
    else this.#evict(entry);
  }

  /** Indexes the target, unless the entry would become too large: an additional target never evicts an answer. */
  #indexTarget(entry: Entry, target: string): void {
    if (this.#byTarget.has(target)) return;
    const oldest = entry.targets.length >= targetsMaximum ? entry.targets[0]! : undefined;
    if (entry.bytes + target.length - (oldest?.length ?? 0) > this.#answerBytesMaximum) return;
    if (oldest !== undefined) {
      entry.targets.shift();
      this.#byTarget.delete(oldest);
    }
    entry.targets.push(target);
    this.#byTarget.set(target, entry);
    this.#resize(entry);
  }

  #countUse(entry: Entry): void {
    entry.uses = Math.min(ESTIMATE_MAXIMUM, this.#countRecentUses(entry) + 1);
    entry.epoch = this.#epoch;
    this.#uses += 1;
    // Moving an entry to the front of its LRU list costs as much as finding the answer. An entry that was moved recently
    // is far from the end of the list, so it keeps its position.
    if (this.#uses - entry.movedAtUse > this.entries / recentShare) {
      entry.movedAtUse = this.#uses;
      this.#selectPart(entry).get(entry.key);
    }
    this.#usesInEpoch += 1;
    if (this.#usesInEpoch >= Math.max(epochUsesMinimum, usesPerEpoch * this.entries)) {
      this.#usesInEpoch = 0;
      this.#epoch += 1;
    }
  }

  /** @returns the entry's uses, halved once for each epoch since it was last used */
  #countRecentUses(entry: Entry): number {
    return entry.uses >> Math.min(this.#epoch - entry.epoch, 31);
  }

  #leaveWindow(entry: Entry): void {
    if (!this.#isAdmitted(entry)) {
      this.#evict(entry);
      return;
    }
    entry.part = 'main';
    this.#main.set(entry.key, entry, { size: entry.bytes });
  }

  /** @returns whether the entry has more uses than all entries together that would make room for it. Cost: O(entries to displace). */
  #isAdmitted(entry: Entry): boolean {
    let freeBytes = this.#main.maxSize - this.#main.calculatedSize;
    let victimUses = 0;
    for (const key of this.#main.rkeys()) {
      if (freeBytes >= entry.bytes) break;
      const victim = this.#main.peek(key)!;
      victimUses += this.#countRecentUses(victim);
      if (victimUses >= this.#countRecentUses(entry)) return false;
      freeBytes += victim.bytes;
    }
    return freeBytes >= entry.bytes;
  }

  /** Called for an entry that has left its part: the sketch takes over its uses. */
  #evict(entry: Entry): void {
    this.#evictions += 1;
    this.#sketch.raise(entry.key, this.#countRecentUses(entry));
    for (const target of entry.targets) this.#byTarget.delete(target);
  }
}

/** Keys and targets are ASCII: a byte per character. */
function measureEntry({ key, answer, targets }: Entry): number {
  return targets.reduce((sum, target) => sum + target.length, answer.memoryBytes + key.length);
}
