/**
 * The interface of a search engine in the benchmark, and its input: the same texts, fields and weights for all.
 */

export interface SearchField {
  readonly name: string;
  /** How many times as much a word counts here as in a field of weight 1. */
  readonly weight: number;
  readonly markdown: boolean;
}

export interface SearchDocument {
  readonly id: string;
  /** By place in the corpus's `fields`; empty if the document has none. */
  readonly texts: readonly string[];
}

export interface Corpus {
  readonly name: string;
  readonly fields: readonly SearchField[];
  /** Whether words of one stem are one word and words without meaning are none: English, or no language at all. */
  readonly language: 'english' | 'none';
  /** In the corpus's order, read anew each time. */
  documents(): Iterable<SearchDocument>;
  /** The same without words of Markdown that no reader sees, for engines that do not read Markdown. */
  plainDocuments(): Iterable<SearchDocument>;
}

/**
 * How words are meant.
 *
 * - `words`: whole words, all of them.
 * - `prefix`: as `words`, the last being the beginning of a word.
 * - `typos`: as `prefix`, and words may be mistyped; where an engine forgives nothing, as `prefix`.
 * - `any`: whole words, any of them, those that say most first.
 * - `box`: as in the search box of a site: whatever the engine ranks best with.
 */
export type Asking = 'words' | 'prefix' | 'typos' | 'any' | 'box';

export interface Question {
  readonly words: string;
  readonly asking: Asking;
}

export interface OpenedIndex {
  /** @returns ids, the best first, at most `limit` */
  search(question: Question, limit: number): readonly string[];
  /** The same for many queries, if a query takes a process. */
  readonly searchAll?: (questions: readonly Question[], limit: number) => readonly (readonly string[])[];
  /** Whole answers, beginning with the URL, if the engine gives more than ids. */
  readonly respond?: (question: Question, limit: number) => unknown;
  close(): void;
}

/**
 * The documents that an engine must find, by its own documentation.
 */
export interface MatchingRule {
  /** Which words of a question match what begins with them: as it was asked, the last one always, or every one. */
  readonly begins: 'asked' | 'last' | 'every';
  /** Up to how many words the hits are exactly the texts that match all of them, in whichever fields. */
  readonly exactWords: number;
  /** Minimum number of these documents; if there are fewer, others are added. */
  readonly enough: number;
  /** Whether the hits of more words are those and more, or others. */
  readonly beyond: 'more' | 'others';
}

export interface SearchEngine {
  readonly name: EngineName;
  readonly version: string;
  readonly rule: MatchingRule;
  /** Whether it answers more than ids. */
  readonly responds: boolean;
  /** Whether it is made for mistyped words. */
  readonly forgivesTypos: boolean;
  /** The most hits of one question that it gives. */
  readonly hitsMaximum: number;
  /** Makes the engine's own persisted form in a new folder. */
  build(corpus: Corpus, folder: string): Promise<void>;
  /** Opens the index that `build` made from a corpus with these fields. */
  open(corpus: Corpus, folder: string): Promise<OpenedIndex>;
  /** @returns how much of the folder searching needs; other engines keep nothing else there */
  indexBytes(folder: string): Promise<number>;
}

export const ENGINES = ['stele', 'minisearch', 'orama', 'flexsearch', 'sqlite'] as const;

/** Engines that are judged but not timed. */
export const JUDGED_ENGINES = [...ENGINES, 'xapian'] as const;

export type EngineName = (typeof JUDGED_ENGINES)[number];

export const isEngineName = (text: string): text is EngineName => JUDGED_ENGINES.some((name) => name === text);
