/**
 * The form of suggestions, and their maximum number.
 */

/** Maximum number of suggestions. */
export const SUGGESTIONS_MAXIMUM = 10;

/** Maximum number of suggested words, if there are enough titles. */
export const suggestedWordsMaximum = 5;

export interface Suggestion {
  readonly text: string;
  readonly kind: 'word' | 'title';
  readonly type: string;
  /** Number of items that have the word in any form, or the title. */
  readonly count: number;
}

export interface RankedSuggestion extends Suggestion {
  readonly rank: number;
}
