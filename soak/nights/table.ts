/**
 * The table of the nights: what each night did, what it expected, and what happened.
 */
import { formatTable, leftColumn, rightColumn } from '../../src/cli/table.js';

export interface NightOutcome {
  readonly night: string;
  readonly outcome: string;
  readonly seconds: number;
  /** Descriptions of wrong behaviour; empty if the night went as promised. */
  readonly wrong: readonly string[];
}

export const nightsTable = (outcomes: readonly NightOutcome[]): string =>
  formatTable(
    [leftColumn('night'), leftColumn('outcome'), rightColumn('seconds'), rightColumn('wrong')],
    outcomes.map(({ night, outcome, seconds, wrong }) => [night, outcome, seconds.toFixed(1), String(wrong.length)]),
  );
