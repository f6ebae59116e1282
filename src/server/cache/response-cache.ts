/**
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
 */
import { LRUCache } from 'lru-cache';
import { ESTIMATE_MAXIMUM, FrequencySketch } from './frequency-sketch.js';
import type { Answer } from './prepared-answer.js';

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
