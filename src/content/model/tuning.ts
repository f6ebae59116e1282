/**
 * Search tuning in the model: synonyms, stop words, unstemmed words, compounds and promoted items, for all texts of one language.
 *
 * Texts are kept as the model writes them. Elsewhere: the analyser turns them into words (src/index/search/words).
 */

export interface SearchTuning extends WordTuning {
  readonly synonyms?: readonly Synonyms[];
  readonly first?: readonly FirstItems[];
}

/** The part of the tuning that decides which words an index has. */
export interface WordTuning {
  /** Words that a search ignores, in addition to the stop words of the language. */
  readonly stopWords?: readonly string[];
  /** Words that are never stemmed, and never suggested as a correction. */
  readonly whole?: readonly string[];
  /** Whether a word is also found as a part of compounds, as *Bremse* of *Scheibenbremse*. */
  readonly compounds?: true;
}

/** Prefix of the words of fields without stems (`!`), typos (`"`) or both (`#`) in an index; no typed word begins with it. */
export type WordMark = '' | '!' | '"' | '#';

/** Words or phrases that a search treats alike, in one direction or in both. */
export interface Synonyms {
  /** A search for one of these also finds items with one of `to`; absent: each of `to` finds all other texts of `to`. */
  readonly from?: readonly string[];
  readonly to: readonly string[];
}

/** Items that come first in the results of one search. */
export interface FirstItems {
  /** The text of the search. */
  readonly search: string;
  /** Their content type. */
  readonly type: string;
  /** In their order. */
  readonly ids: readonly string[];
}

/** Limits of a tuning: the first search waits until all texts are split and stemmed, some 20 µs each. */
export const TUNING_LIMITS = Object.freeze({
  /** Texts of all synonyms together. */
  synonymTexts: 1_000,
  /** Synonyms of one text. */
  synonymsOfText: 32,
  /** Stop words of the model, and unstemmed words. */
  words: 500,
  /** Searches with promoted items, and promoted items of one search. */
  firstSearches: 500,
  firstItems: 20,
  /** Words of a text of synonyms. */
  textWords: 16,
  /** UTF-16 units of a text. */
  textLength: 200,
});

/** The normalised form in `model.json`. */
export interface TuningJson extends WordTuning {
  readonly synonyms?: readonly (readonly string[] | Synonyms)[];
  readonly first?: readonly FirstItems[];
}

/** @returns the part of a tuning that an index depends on; undefined if there is none */
export function wordTuning(tuning: WordTuning | undefined): WordTuning | undefined {
  const { stopWords, whole, compounds } = tuning ?? {};
  if (stopWords === undefined && whole === undefined && compounds === undefined) return undefined;
  return { ...(stopWords && { stopWords }), ...(whole && { whole }), ...(compounds && { compounds }) };
}

export const tuningToJson = ({ synonyms, first, ...tuning }: SearchTuning): TuningJson => ({
  ...wordTuning(tuning),
  ...(synonyms && { synonyms: synonyms.map(({ from, to }) => (from === undefined ? to : { from, to })) }),
  ...(first && { first }),
});
