/**
 * Plots as data: axes, lines, bars and spans, independent of the library that draws them.
 */

/**
 * The unit of the numbers on an axis, which decides the form of its labels. A `percentile` is the n of "one in n
 * requests is slower": 100 for the 99th percentile.
 */
export type Unit = 'us' | 'seconds' | 'bytes' | 'count' | 'share' | 'ratio' | 'percentile';

export interface Axis {
  readonly title: string;
  readonly unit: Unit;
  /** The values on a logarithmic axis must be above 0. */
  readonly scale: 'linear' | 'log';
}

/** Lines through points, over an axis of numbers. */
export interface LinePlot {
  readonly kind: 'lines';
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly name: string;
  /** Ascending by x. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Horizontal bars, one for each row and series; stacked if the bars of a row form one bar. */
export interface BarPlot {
  readonly kind: 'bars';
  readonly title: string;
  readonly value: Axis;
  readonly stacked: boolean;
  /** Names of the rows, from the top. */
  readonly rows: readonly string[];
  /** One value for each row; undefined if the row has none. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
}

/** Dots with a line to both sides, such as a ratio with its confidence interval. */
export interface SpanPlot {
  readonly kind: 'spans';
  readonly title: string;
  readonly value: Axis;
  /** A value to mark by a line through all rows, such as a ratio of 1. */
  readonly mark?: number;
  readonly series: readonly string[];
  /** The rows from the top. */
  readonly rows: readonly SpanRow[];
}

export interface SpanRow {
  readonly name: string;
  /** One span for each series; undefined if the row has none. */
  readonly spans: readonly (Span | undefined)[];
}

/** A line from `from` to `to`, with a dot at `at`. */
export interface Span {
  readonly from: number;
  readonly at: number;
  readonly to: number;
}

export type Plot = LinePlot | BarPlot | SpanPlot;
