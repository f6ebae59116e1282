/**
 * How often something was asked for of late, about: a count-min sketch of counters of four bits, halved from time to time.
 *
 * It remembers what the cache does not hold: an answer that left is known when it comes back. Estimates are never too
 * low but for the halving; they are too high where others fall on all of a key's counters.
 * Source: Cormode, Muthukrishnan, "An improved data stream summary: the count-min sketch", 2005.
 *
 * Answers kept from request to request: bounded by bytes, and hard to flush for one client at the cost of the others.
 *
 * An answer is found by its canonical request, or straight by the target as a client spelled it. What is asked for the
 * first time is only remembered: most of that is never asked for again, and keeping it costs more than answering it
 * twice. The second time (or at once, where the caller says so) an answer enters a
 * *window*, in which the least recently used goes first. What leaves the window is admitted to the *main* part only if
 * it was asked for more often, of late, than all those together that would have to make room (TinyLFU's rule, with
 * aggregated victims for sizes that differ: Einziger, Eytan, Friedman, Manes, "Lightweight Robust Size Aware Cache
 * Management", 2021). So a client that asks for ever new targets turns over the window and nothing else, and to
 * displace an answer it has to ask for another one more often than all others ask for the first.
 *
 * Invariants: a key is in at most one part; every spelling leads to an entry that is in a part, and is counted there; the
 * bytes of both parts and of the sketch stay within the budget. Elsewhere: what an answer consists of (prepared-answer), whose answers they are (mount-cache).
 *
 * The cache of what is mounted at one place: as long as it serves the same snapshot, the same cache; with the next one
 * an empty cache, and the old one is free to go.
 */

import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AnySpace } from '../../jsonapi/index.js';
import type { Answer } from './prepared-answer.js';

const rows = 4;
/** Powers of two. With as many columns as increments between halvings, most keys have a counter of their own. */
const columnsMinimum = 2 ** 6;
const columnsMaximum = 2 ** 18;

export const ESTIMATE_MAXIMUM = 15;

export class FrequencySketch {
  readonly #columns: number;
  readonly #counters: Uint8Array;
  /** Drawn anew by every sketch: who could compute which keys share counters could lend one the other's count. */
  readonly #seed: number;
  readonly #factor: number;
  #increments = 0;

  /**
   * @param bytesMaximum what it may take: 128 bytes at least are taken, 512 KiB at most.
   * @param random       a number in [0, 2^32)
   */
  constructor(bytesMaximum: number, random: () => number = () => randomInt(2 ** 32)) {
    const wanted = 2 ** Math.floor(Math.log2(Math.max(1, (bytesMaximum * 2) / rows)));
    this.#columns = Math.min(columnsMaximum, Math.max(columnsMinimum, wanted));
    this.#counters = new Uint8Array((rows * this.#columns) / 2);
    this.#seed = random() | 0;
    this.#factor = random() | 1;
  }

  /** @returns 0 to ESTIMATE_MAXIMUM. Cost: O(length of the key). */
  estimate(key: string): number {
    const hash = this.#hash(key);
    let least = ESTIMATE_MAXIMUM;
    for (let row = 0; row < rows; row += 1) least = Math.min(least, this.#count(this.#place(hash, row)));
    return least;
  }

  /** Counts the key as asked for `times` at least. */
  raise(key: string, times: number): void {
    const hash = this.#hash(key);
    const count = Math.min(ESTIMATE_MAXIMUM, times);
    for (let row = 0; row < rows; row += 1) {
      const place = this.#place(hash, row);
      const shift = (place & 1) * 4;
      if (this.#count(place) < count) {
        this.#counters[place >> 1] = (this.#counters[place >> 1]! & (0xf0 >> shift)) | (count << shift);
      }
    }
    this.#increments += 1;
    if (this.#increments >= this.#columns) this.#halve();
  }

  #count(place: number): number {
    return (this.#counters[place >> 1]! >> ((place & 1) * 4)) & 15;
  }

  #halve(): void {
    this.#increments = 0;
    for (let i = 0; i < this.#counters.length; i += 1) this.#counters[i] = (this.#counters[i]! >> 1) & 0x77;
  }

  #hash(key: string): number {
    let hash = this.#seed;
    for (let i = 0; i < key.length; i += 1) {
      hash = Math.imul(hash ^ key.charCodeAt(i), this.#factor);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  #place(hash: number, row: number): number {
    let mixed = Math.imul(hash + row, 0x9e3779b1);
    mixed ^= mixed >>> 16;
    mixed = Math.imul(mixed, 0x85ebca6b);
    return row * this.#columns + ((mixed ^ (mixed >>> 13)) & (this.#columns - 1));
  }
}

interface Entry {
  readonly key: string;
  readonly answer: Answer;
  /** Targets as clients spelled them, the oldest first. */
  readonly spellings: string[];
  bytes: number;
  /** Times asked for, halved at every epoch; of a new entry, as far as it is remembered. */
  uses: number;
  epoch: number;
  /** How many uses of all entries there were when it was last put first in the order of use. */
  orderedAt: number;
  part: 'window' | 'main';
}

/**
 * Shares of the budget. An answer that takes more than the last, its key and spellings counted, is not kept: it would
 * push out too many others. It is less than each part, so that neither ever refuses what is put into it.
 */
const SKETCH_SHARE = 1 / 8;
const WINDOW_SHARE = 1 / 8;
export const ANSWER_SHARE = 1 / 16;
/** Other spellings of one request are parsed; which ones is for the last clients to say. */
const spellingsMaximum = 4;
/** Uses an entry, after which all counts are halved. */
const usesAnEpoch = 10;
const epochMinimum = 1000;
/** An entry keeps its place in the order of use until as many uses as this share of the entries have gone by. */
const recentShare = 2;

export class ResponseCache {
  readonly #answerBytesMaximum: number;
  readonly #window: LRUCache<string, Entry>;
  readonly #main: LRUCache<string, Entry>;
  readonly #bySpelling = new Map<string, Entry>();
  /** Of requests whose answers are not here. */
  readonly #remembered: FrequencySketch;
  #epoch = 0;
  #usesInEpoch = 0;
  #uses = 0;
  #evictions = 0;

  /** @param budgetBytes more than 0 */
  constructor(budgetBytes: number) {
    this.#remembered = new FrequencySketch(budgetBytes * SKETCH_SHARE);
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
        if (reason === 'evict') this.#drop(entry);
      },
    });
  }

  get bytes(): number {
    return this.#window.calculatedSize + this.#main.calculatedSize;
  }

  get entries(): number {
    return this.#window.size + this.#main.size;
  }

  /** Answers that were let go to make room, or not admitted. */
  get evictions(): number {
    return this.#evictions;
  }

  /** @param target as the client spelled it. Cost: two lookups by string. */
  find(target: string): Answer | undefined {
    const entry = this.#bySpelling.get(target);
    if (entry === undefined) return undefined;
    this.#use(entry);
    return entry.answer;
  }

  /** As `find`, by the canonical request; from now on the target leads there as well. */
  findCanonical(key: string, target: string): Answer | undefined {
    const entry = this.#window.peek(key) ?? this.#main.peek(key);
    if (entry === undefined) return undefined;
    this.#use(entry);
    this.#spell(entry, target);
    return entry.answer;
  }

  /**
   * Remembers that a request which is not in here was asked for.
   *
   * @returns whether it was, of late, before: then it is worth being kept. Cost: O(length of the key).
   */
  isSeenAgain(key: string): boolean {
    if (this.#remembered.estimate(key) > 0) return true;
    this.#remembered.raise(key, 1);
    return false;
  }

  /** @param key the canonical request, which is not in here yet */
  add(key: string, target: string, answer: Answer): void {
    const entry: Entry = {
      key,
      answer,
      spellings: [target],
      bytes: 0,
      uses: Math.min(ESTIMATE_MAXIMUM, this.#remembered.estimate(key) + 1),
      epoch: this.#epoch,
      orderedAt: this.#uses,
      part: 'window',
    };
    entry.bytes = sizeOf(entry);
    if (entry.bytes > this.#answerBytesMaximum) return;
    answer.own();
    this.#bySpelling.set(target, entry);
    this.#partOf(entry).set(key, entry, { size: entry.bytes });
  }

  /** To be called when the answer's size may have changed; it may be let go. */
  settle(key: string): void {
    const entry = this.#window.peek(key) ?? this.#main.peek(key);
    if (entry !== undefined) this.#resize(entry);
  }

  #partOf({ part }: Entry): LRUCache<string, Entry> {
    return part === 'window' ? this.#window : this.#main;
  }

  #resize(entry: Entry): void {
    const bytes = sizeOf(entry);
    if (bytes === entry.bytes) return;
    entry.bytes = bytes;
    const part = this.#partOf(entry);
    // Setting what is there already would keep the size it had.
    part.delete(entry.key);
    if (bytes <= this.#answerBytesMaximum) part.set(entry.key, entry, { size: bytes });
    else this.#drop(entry);
  }

  /** Lets the target lead to the entry, unless the entry would then be too large: a spelling costs nobody an answer. */
  #spell(entry: Entry, target: string): void {
    if (this.#bySpelling.has(target)) return;
    const oldest = entry.spellings.length >= spellingsMaximum ? entry.spellings[0]! : undefined;
    if (entry.bytes + target.length - (oldest?.length ?? 0) > this.#answerBytesMaximum) return;
    if (oldest !== undefined) {
      entry.spellings.shift();
      this.#bySpelling.delete(oldest);
    }
    entry.spellings.push(target);
    this.#bySpelling.set(target, entry);
    this.#resize(entry);
  }

  #use(entry: Entry): void {
    entry.uses = Math.min(ESTIMATE_MAXIMUM, this.#usesOf(entry) + 1);
    entry.epoch = this.#epoch;
    this.#uses += 1;
    // Finding its place in the order of use costs as much as finding the answer, and what was used a moment ago is far
    // from the end of that order.
    if (this.#uses - entry.orderedAt > this.entries / recentShare) {
      entry.orderedAt = this.#uses;
      this.#partOf(entry).get(entry.key);
    }
    this.#usesInEpoch += 1;
    if (this.#usesInEpoch >= Math.max(epochMinimum, usesAnEpoch * this.entries)) {
      this.#usesInEpoch = 0;
      this.#epoch += 1;
    }
  }

  #usesOf(entry: Entry): number {
    return entry.uses >> Math.min(this.#epoch - entry.epoch, 31);
  }

  #leaveWindow(entry: Entry): void {
    if (!this.#deservesMain(entry)) {
      this.#drop(entry);
      return;
    }
    entry.part = 'main';
    this.#main.set(entry.key, entry, { size: entry.bytes });
  }

  /** Cost: O(entries that would make room). */
  #deservesMain(entry: Entry): boolean {
    let free = this.#main.maxSize - this.#main.calculatedSize;
    let lost = 0;
    for (const key of this.#main.rkeys()) {
      if (free >= entry.bytes) break;
      const victim = this.#main.peek(key)!;
      lost += this.#usesOf(victim);
      if (lost >= this.#usesOf(entry)) return false;
      free += victim.bytes;
    }
    return free >= entry.bytes;
  }

  #drop(entry: Entry): void {
    this.#evictions += 1;
    this.#remembered.raise(entry.key, this.#usesOf(entry));
    for (const spelling of entry.spellings) this.#bySpelling.delete(spelling);
  }
}

/** Strings here are ASCII: a byte a character. */
function sizeOf({ key, answer, spellings }: Entry): number {
  return spellings.reduce((sum, spelling) => sum + spelling.length, answer.memoryBytes + key.length);
}

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
