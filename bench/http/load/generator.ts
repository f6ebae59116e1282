/**
 * The benchmark's side of the load generator: starts its process, and defines the messages between both.
 */
import { Child } from '../../harness/child.js';
import type { LoadOutcome, LoadPlan } from './load.js';
import type { QuestionSet } from './questions.js';

/** A process that sends requests to servers. */
export interface LoadGenerator {
  readonly pid: number;
  /** Keeps a set of questions under a name, in place of an earlier one. */
  take(name: string, set: QuestionSet): Promise<void>;
  /**
   * Loads a server with a set, from where the last load ended. @throws OperationError if an answer was wrong or
   * missing
   */
  load(name: string, plan: LoadPlan): Promise<LoadOutcome>;
}

export class Generator implements LoadGenerator {
  readonly #child = new Child<Command, Reply>('The load generator', 'http/load/main.js');

  get pid(): number {
    return this.#child.pid;
  }

  async take(name: string, set: QuestionSet): Promise<void> {
    await this.#child.order({ kind: 'take', name, set }, 'taken');
  }

  async load(name: string, plan: LoadPlan): Promise<LoadOutcome> {
    return (await this.#child.order({ kind: 'load', name, plan }, 'loaded')).outcome;
  }

  close(): void {
    this.#child.stop();
  }
}

export type Command =
  /** Keeps a set of questions under a name, in place of an earlier one. */
  | { readonly kind: 'take'; readonly name: string; readonly set: QuestionSet }
  /** Loads a server with the questions of a set, from where the last run of the set ended. */
  | { readonly kind: 'load'; readonly name: string; readonly plan: LoadPlan };

export type Reply = { readonly kind: 'taken' } | { readonly kind: 'loaded'; readonly outcome: LoadOutcome };
