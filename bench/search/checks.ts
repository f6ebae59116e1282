/**
 * Whether an engine finds what it must, seen before anything is timed.
 *
 * - One whole word: exactly the documents that hold it; with engines that take every word for a beginning, that hold a
 *   word which begins so.
 * - Several words, and prefixes: exactly the documents that hold all, of engines that look for all of them in all fields
 *   together.
 * - A mistyped word: nothing is compared, as no two engines forgive the same.
 *
 * Stele forgives typos and prefixes on its own, ranked behind what was typed: of its hits the first must be the scan's,
 * all of them that fit on the page.
 */
import { DifferenceError } from '../harness/compare.js';
import type { Question, SearchEngine } from './contestants/contestant.js';
import { wordsOf } from './contestants/words.js';
import type { Scan } from './scan.js';

export type Ask = (question: Question, limit: number) => Promise<readonly string[]>;

type Rules = Pick<SearchEngine, 'name' | 'meets' | 'joinsWords' | 'hitsMaximum'>;

/** @returns the ids that the engine must give, or undefined where its rule is another */
export function expectedHits(question: Question, rules: Rules, scan: Scan): readonly string[] | undefined {
  const words = wordsOf(question.words);
  if (question.asking === 'typos' || question.asking === 'box') return undefined;
  if (words.length > 1 && !rules.joinsWords) return undefined;
  const whole = rules.meets === 'begins' ? [] : question.asking === 'prefix' ? words.slice(0, -1) : words;
  return scan.find(whole, words.slice(whole.length));
}

const shownIds = 10;

const differ = (question: Question, { name }: Rules, what: string, ids: readonly string[]): DifferenceError =>
  new DifferenceError(
    `${name}, "${question.words}" (${question.asking}): ${what}: ${ids.slice(0, shownIds).join(' ')}${ids.length > shownIds ? ` and ${ids.length - shownIds} more` : ''}`,
  );

/**
 * Asks for all hits and compares them with the scan's.
 *
 * @returns whether there was something to compare
 * @throws  DifferenceError that shows what is missing, or too much
 */
export async function checkAnswer(question: Question, rules: Rules, scan: Scan, ask: Ask): Promise<boolean> {
  const expected = expectedHits(question, rules, scan);
  if (expected === undefined) return false;
  const limit = Math.min(rules.hitsMaximum, scan.size);
  const hits = await ask(question, limit);
  const [found, wanted] = [new Set(hits), new Set(expected)];
  const missing = expected.filter((id) => !found.has(id));
  if (found.size !== hits.length) throw differ(question, rules, 'found twice', hits);
  if (expected.length <= limit && missing.length > 0) throw differ(question, rules, 'missing', missing);
  const leading = rules.meets === 'forgives' ? hits.slice(0, expected.length) : hits;
  const tooMany = leading.filter((id) => !wanted.has(id));
  if (tooMany.length > 0) throw differ(question, rules, 'too many', tooMany);
  return true;
}
