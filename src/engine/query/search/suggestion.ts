/**
 * Suggestions, and how many are made.
 */

/** So many are suggested at most. */
export const SUGGESTIONS = 10;

/** So many words at most, where there are titles enough. */
export const suggestedWordsMaximum = 5;

export interface Suggestion {
  readonly text: string;
  readonly kind: 'word' | 'title';
  readonly type: string;
  /** Items that have the word in any form, or the title. */
  readonly count: number;
}

export interface Ranked extends Suggestion {
  readonly rank: number;
}
