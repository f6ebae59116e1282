/**
 * What searchers tune in the model, beside the language of the texts: it holds wherever texts of that language are
 * searched.
 *
 * Here it is as it was written; the analyser makes words of it (src/index/search/words).
 */

export interface SearchTuning extends WordTuning {
  readonly synonyms?: readonly Synonyms[];
  readonly first?: readonly FirstItems[];
}

/** What decides which words stand in an index. */
export interface WordTuning {
  /** Words that questions are asked without, beside those of the language. */
  readonly stopWords?: readonly string[];
  /** Words without other forms, and that no other is mistyped for. */
  readonly whole?: readonly string[];
}

/** Stands in an index before the words of fields without stems, typing mistakes, or both: what is typed never begins so. */
export type WordMark = '' | '!' | '"' | '#';

/** Words, or several words each, that stand in for others. */
export interface Synonyms {
  /** Who asks for one of these finds what has one of `to`; absent: each of `to` finds the others. */
  readonly from?: readonly string[];
  readonly to: readonly string[];
}

/** Items that come first for one search. */
export interface FirstItems {
  /** What is typed. */
  readonly search: string;
  /** Their content type. */
  readonly type: string;
  /** In their order. */
  readonly ids: readonly string[];
}

/** Whoever asks first waits until all of it is cut and stemmed, some 20 microseconds a text. */
export const TUNING_LIMITS = Object.freeze({
  /** Texts of all synonyms. */
  synonymTexts: 1_000,
  /** How many may stand in for one. */
  standIns: 32,
  /** Stop words of one's own, and words that stay whole. */
  words: 500,
  /** Searches that items come first for, and items of one. */
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

/** @returns what of a tuning an index depends on; undefined where that is nothing */
export function wordTuning(tuning: WordTuning | undefined): WordTuning | undefined {
  const { stopWords, whole } = tuning ?? {};
  if (stopWords === undefined && whole === undefined) return undefined;
  return { ...(stopWords && { stopWords }), ...(whole && { whole }) };
}

export const tuningToJson = ({ synonyms, first, ...tuning }: SearchTuning): TuningJson => ({
  ...wordTuning(tuning),
  ...(synonyms && { synonyms: synonyms.map(({ from, to }) => (from === undefined ? to : { from, to })) }),
  ...(first && { first }),
});
