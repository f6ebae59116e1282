/**
 * An engine in a process of its own, so that its memory is its own.
 */
import { Child } from '../harness/child.js';
import type { Corpus, EngineName } from './contestants/contestant.js';
import type { Order, Reply } from './orders.js';

/** What the largest of them needs for 100,000 articles, and more. */
const heapMegabytes = 8000;

export type EngineProcess = Child<Order, Reply>;

export const startEngine = (engine: EngineName, corpusFolder: string, language?: Corpus['language']): EngineProcess =>
  new Child(
    engine,
    'search/worker.js',
    [engine, corpusFolder, ...(language === undefined ? [] : [language])],
    [`--max-old-space-size=${heapMegabytes}`],
  );
