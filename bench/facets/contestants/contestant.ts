/**
 * What a contestant of the facet benchmark does: it prepares a question, to be compared and to be timed.
 */
import { eachItem, type Item, landOf, makerId } from '../content.js';
import type { Question } from '../questions.js';

/** Counts in one form for all contestants: `value count` in order, or the statistics. */
export type Answer = readonly string[];

/** A function to time, and its result in the compared form. Both may give promises. */
export interface Asked {
  readonly run: () => unknown;
  readonly answer: () => Answer | Promise<Answer>;
}

export interface Contestant {
  readonly name: 'stele' | 'SQLite' | 'DuckDB' | 'Groonga';
  readonly version: string;
  /** Whether `run` gives a promise, which is waited for within the time. */
  readonly waits: boolean;
  prepare(question: Question): Asked | Promise<Asked>;
  /** Ends its process, if it has one. */
  close(): void | Promise<void>;
}

/** An item as databases have it: with the month, and the lands of its makers, so that no question has to derive them. */
export interface Row extends Omit<Item, 'sold' | 'makers'> {
  readonly month: string;
  readonly makers: readonly string[];
  /** Each once. */
  readonly lands: readonly string[];
}

/** Calls back with each item, in the order of `number`, which counts from 0. */
export function eachRow(items: number, seed: number, found: (row: Row, number: number) => void): void {
  eachItem(items, seed, ({ sold, makers, ...same }, number) => {
    found(
      { ...same, month: sold.slice(0, 7), makers: makers.map(makerId), lands: [...new Set(makers.map(landOf))] },
      number,
    );
  });
}

const line = (values: readonly unknown[]): string => values.map((one) => String(one ?? 0)).join(' ');

/**
 * @param rows the rows of each statement of the question
 * @returns    the rows in the form that is compared: those of a list page without the total and the items
 */
export const rowsOf = (question: Question, rows: readonly (readonly (readonly unknown[])[])[]): Answer =>
  (question.kind === 'page' ? rows.slice(1, -1) : rows).flatMap((one) => one.map(line));
