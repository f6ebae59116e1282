/**
 * The messages between the search benchmark and an engine's process, and the parent's side of that process.
 */

import { Child } from '../harness/child.js';
import type { Corpus, EngineName, Question } from './contestants/contestant.js';

/** How many ids a timed question asks for: stele's default page. */
export const PAGE = 20;

export type Order =
  | { readonly kind: 'build'; readonly folder: string }
  /** The question is asked at once: what an engine puts off until then belongs to opening. */
  | { readonly kind: 'open'; readonly folder: string; readonly question: Question }
  | { readonly kind: 'ask'; readonly questions: readonly Question[]; readonly limit: number }
  /** Keeps questions to be timed, and asks each once: for ids, or for whole answers. */
  | {
      readonly kind: 'load';
      readonly name: string;
      readonly questions: readonly Question[];
      readonly seed: number;
      readonly whole: boolean;
    }
  | { readonly kind: 'time'; readonly name: string; readonly timeMs: number; readonly iterations: number };

export interface Built {
  readonly kind: 'built';
  readonly ms: number;
  readonly indexBytes: number;
  readonly peakBytes: number;
}

export interface Opened {
  readonly kind: 'opened';
  readonly openMs: number;
  /** Time from the beginning to the first answer. */
  readonly answeredMs: number;
  /** Memory of the process after a full garbage collection. */
  readonly residentBytes: number;
  /** JavaScript's heap and the buffers it holds. */
  readonly heapBytes: number;
}

export type Reply =
  | Built
  | Opened
  | { readonly kind: 'answered'; readonly ids: readonly (readonly string[])[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'timed'; readonly samplesMs: readonly number[] };

/** Heap limit: more than the largest engine needs for 100,000 articles. */
const heapMegabytes = 8000;

export type EngineProcess = Child<Order, Reply>;

/** @param program of another checkout, if it is not this one's */
export const startEngine = (
  engine: EngineName,
  corpusFolder: string,
  language?: Corpus['language'],
  program = 'search/worker.js',
): EngineProcess =>
  new Child(
    engine,
    program,
    [engine, corpusFolder, ...(language === undefined ? [] : [language])],
    [`--max-old-space-size=${heapMegabytes}`],
  );
