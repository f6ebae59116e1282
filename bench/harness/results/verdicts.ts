/**
 * Targets and whether a run keeps them: what a verdict is, and how verdicts are shown.
 *
 * Elsewhere: the limits themselves (engine/targets, http/targets).
 */
import { markdownTable, type Table } from './tables.js';

export interface Verdict {
  readonly promise: string;
  readonly limit: string;
  readonly measured: string;
  /** Undefined where the run does not tell. */
  readonly kept: boolean | undefined;
  /** What misses it, by name. */
  readonly failing?: readonly string[];
}

export const atMost = (promise: string, limit: string, measured: string, value: number, maximum: number): Verdict => ({
  promise,
  limit,
  measured,
  kept: value <= maximum,
});

export const atLeast = (promise: string, limit: string, measured: string, value: number, minimum: number): Verdict => ({
  promise,
  limit,
  measured,
  kept: value >= minimum,
});

/** @param why such as `not measured` */
export const unknown = (promise: string, limit: string, why = 'not measured'): Verdict => ({
  promise,
  limit,
  measured: why,
  kept: undefined,
});

export const verdictTable = (verdicts: readonly Verdict[]): Table => ({
  columns: [{ title: 'target' }, { title: 'limit' }, { title: 'measured' }, { title: '' }],
  rows: verdicts.map(({ promise, limit, measured, kept }) => [
    promise,
    limit,
    measured,
    kept === undefined ? '–' : kept ? 'kept' : 'missed',
  ]),
});

/** @returns a line for every target that something misses: what */
export const missedLines = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ promise, failing = [] }) =>
    failing.length === 0 ? [] : [`Missed, ${promise}: ${failing.join('; ')}.`],
  );

/** @returns the verdicts in Markdown, each line ending in a line feed */
export const verdictSection = (verdicts: readonly Verdict[]): string =>
  [markdownTable(verdictTable(verdicts)), ...missedLines(verdicts).map((line) => `${line}\n`)].join('\n');
