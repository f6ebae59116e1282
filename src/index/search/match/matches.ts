/**
 * Matches: the posting lists that answer a word of a query, by kind and weight.
 */
import type { Phrase } from '../phrases/phrase.js';
import type { SearchWord } from '../words/search-query.js';

/**
 * `word`: the word's own stem. `joined`: the word written in parts (`wi-fi` for `wifi`), or its parts written as one. `begun`: a stem
 * of a word that begins with it. `beginning`: the list of all of these. `synonym`: a synonym of the model. `compound`: a compound that
 * has the word as a part. `phrase`: a quotation of a long question. `doubling`: a word with a letter doubled or not. `typo`: a word with another typing error.
 */
export type MatchKind =
  | 'word'
  | 'joined'
  | 'begun'
  | 'beginning'
  | 'synonym'
  | 'compound'
  | 'phrase'
  | 'doubling'
  | 'typo';

/** Weight of a match, in sixteenths. */
export const MATCH_WEIGHTS: Readonly<Record<MatchKind, number>> = Object.freeze({
  word: 16,
  joined: 16,
  begun: 8,
  beginning: 8,
  synonym: 12,
  // So little that a doc with the word itself comes first, unless its text is very long.
  compound: 1,
  phrase: 16,
  doubling: 12,
  typo: 8,
});

/** Impact of every doc in the list of a beginning: a little less than one occurrence in a text of average length. */
export const BEGINNING_IMPACT = 96;

/** The words `[start, end)` of the dictionary. */
export interface WordRange {
  readonly start: number;
  readonly end: number;
}

/** A posting list that matches a word of the query. */
export interface Match {
  readonly list: number;
  readonly kind: MatchKind;
  /** For a beginning: the words that begin with it. */
  readonly words?: WordRange;
  /** For a synonym, and for a joined word that has the word as a part: its text. */
  readonly text?: string;
  /** For a quotation, or a synonym of several words: a doc of the list matches only if it has this phrase. */
  readonly phrase?: Phrase;
}

/** Whether the match is the word itself, in any spelling. */
export const isOwnWord = ({ kind }: Match): boolean => kind === 'word' || kind === 'joined';

/** Whether the match assumes a typing error. */
export const isTypo = ({ kind }: Match): boolean => kind === 'typo' || kind === 'doubling';

/** Whether the match is for another word than the query's. */
export const isOtherWord = (match: Match): boolean =>
  match.kind === 'synonym' || match.kind === 'phrase' || isTypo(match);

/** A word of the query with its matches. */
export interface Expansion {
  readonly word: SearchWord;
  /** Distinct lists; the lists of the word itself are first: one list, unless some fields keep their words apart. */
  readonly matches: readonly Match[];
  /** Whether docs have the word as typed; the list of its stem may be of other forms only. */
  readonly isWord: boolean;
  /** Whether the list of the beginning contains every doc of the word's own stem. */
  readonly isWithinBeginning: boolean;
  /** The matching words, except the words of a beginning. */
  readonly words: WordRange | readonly number[];
  /** Factor of impacts, if it was computed over several types; otherwise it follows from the number of docs. */
  readonly factor?: number;
}
