/**
 * What the benchmark and the load generator's process say to each other.
 */
import type { LoadOutcome, LoadPlan } from './load.js';
import type { QuestionSet } from './questions.js';

export type Command =
  /** Keeps a set of questions under a name, in place of an earlier one. */
  | { readonly kind: 'take'; readonly name: string; readonly set: QuestionSet }
  /** Loads a server with the questions of a set, from where the last run of the set ended. */
  | { readonly kind: 'load'; readonly name: string; readonly plan: LoadPlan };

export type Reply = { readonly kind: 'taken' } | { readonly kind: 'loaded'; readonly outcome: LoadOutcome };
