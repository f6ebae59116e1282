/**
 * Checks the matches of an engine before it is timed: compares them with a plain scan under the engine's own rule
 * (`MatchingRule`).
 *
 * The scan reads every document for every query. Mistyped words are not compared, because each engine tolerates other
 * mistakes.
 */
import { DifferenceError } from '../harness/timing/compare.js';
import type { Corpus, Question, SearchEngine } from './contestants/contestant.js';
import { wordsOf } from './contestants/packages.js';

type Ask = (question: Question, limit: number) => Promise<readonly string[]>;

type Rules = Pick<SearchEngine, 'name' | 'rule' | 'hitsMaximum'>;

interface Expected {
  readonly ids: readonly string[];
  /** Whether nothing else may be found. */
  readonly exactly: boolean;
}

/** @returns what the engine must find, or undefined if its rule is another than all words */
export function expectedHits(question: Question, { rule }: Rules, scan: Scan): Expected | undefined {
  if (question.asking === 'typos' || question.asking === 'box') return undefined;
  const words = wordsOf(question.words);
  // Engines that treat every word as a prefix, or require only most words, find other documents.
  if (question.asking === 'any')
    return rule.begins === 'every' ? undefined : { ids: scan.findAny(words), exactly: rule.enough === 0 };
  if (words.length > rule.exactWords && rule.beyond === 'others') return undefined;
  const beginnings =
    rule.begins === 'every' ? words.length : rule.begins === 'last' || question.asking === 'prefix' ? 1 : 0;
  const whole = words.slice(0, words.length - beginnings);
  const ids = scan.find(whole, words.slice(whole.length));
  return { ids, exactly: words.length <= rule.exactWords && ids.length >= rule.enough };
}

const shownIds = 10;

const differ = (question: Question, { name }: Rules, what: string, ids: readonly string[]): DifferenceError =>
  new DifferenceError(
    `${name}, "${question.words}" (${question.asking}): ${what}: ${ids.slice(0, shownIds).join(' ')}${ids.length > shownIds ? ` and ${ids.length - shownIds} more` : ''}`,
  );

/**
 * Compares all hits of some queries with those of the plain scan.
 *
 * @returns whether there was something to compare
 * @throws  DifferenceError that shows what is missing, or too much
 */
export async function checkAnswer(question: Question, rules: Rules, scan: Scan, ask: Ask): Promise<boolean> {
  const expected = expectedHits(question, rules, scan);
  if (expected === undefined) return false;
  const limit = Math.min(rules.hitsMaximum, scan.size);
  const hits = await ask(question, limit);
  const [found, wanted] = [new Set(hits), new Set(expected.ids)];
  if (found.size !== hits.length) throw differ(question, rules, 'found twice', hits);
  const missing = expected.ids.filter((id) => !found.has(id));
  if (expected.ids.length <= limit && missing.length > 0) throw differ(question, rules, 'missing', missing);
  const tooMany = hits.filter((id) => !wanted.has(id));
  if (expected.exactly && tooMany.length > 0) throw differ(question, rules, 'too many', tooMany);
  return true;
}

export class Scan {
  readonly #ids: readonly string[];
  /** Words of each document in order, with a space before and after each. */
  readonly #texts: readonly string[];

  /** Cost: one pass; all texts in memory. */
  constructor(corpus: Corpus) {
    const documents = [...corpus.plainDocuments()];
    this.#ids = documents.map(({ id }) => id);
    this.#texts = documents.map(({ texts }) => ` ${texts.flatMap(wordsOf).join(' ')} `);
  }

  get size(): number {
    return this.#ids.length;
  }

  /**
   * @returns the ids of the documents that have any of the words, in the corpus's order. Cost: O(characters of the
   * corpus · words).
   */
  findAny(words: readonly string[]): string[] {
    const parts = words.map((word) => ` ${word} `);
    return this.#ids.filter((_, place) => parts.some((part) => (this.#texts[place] ?? '').includes(part)));
  }

  /**
   * @param whole    words that the document must contain
   * @param beginnings what words of the document must begin with
   * @returns the ids of the documents that have all, in the corpus's order. Cost: O(characters of the corpus).
   */
  find(whole: readonly string[], beginnings: readonly string[]): string[] {
    const parts = [...whole.map((word) => ` ${word} `), ...beginnings.map((prefix) => ` ${prefix}`)];
    return this.#ids.filter((_, place) => {
      const text = this.#texts[place] ?? '';
      return parts.every((part) => text.includes(part));
    });
  }
}
