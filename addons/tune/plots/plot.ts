/**
 * What a plot shows, apart from how it is drawn.
 */

/**
 * What the numbers of an axis are; its labels are written accordingly. Of percentiles it is how many requests the one is
 * that was slower: 100 for the 99th.
 */
export type Unit = 'us' | 'seconds' | 'bytes' | 'count' | 'share' | 'ratio' | 'percentile';

export interface Axis {
  readonly title: string;
  readonly unit: Unit;
  /** On a logarithmic axis all values are above 0. */
  readonly scale: 'linear' | 'log';
}

/** Points over an axis of numbers, joined. */
export interface LinePlot {
  readonly kind: 'lines';
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly name: string;
  /** In the order of x. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** One bar a row and series, lying; stacked: the series of a row behind one another. */
export interface BarPlot {
  readonly kind: 'bars';
  readonly title: string;
  readonly value: Axis;
  readonly stacked: boolean;
  /** The first at the top. */
  readonly rows: readonly string[];
  /** As many values as there are rows; undefined where there is none. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
}

/** A dot with a line to both sides: a median and its tail, or a ratio and its interval. */
export interface SpanPlot {
  readonly kind: 'spans';
  readonly title: string;
  readonly value: Axis;
  /** A value at which all rows get a line across them, such as a ratio of 1. */
  readonly mark?: number;
  readonly series: readonly string[];
  /** The first at the top. */
  readonly rows: readonly SpanRow[];
}

export interface SpanRow {
  readonly name: string;
  /** By the place of the series; undefined where it has none. */
  readonly spans: readonly (Span | undefined)[];
}

export interface Span {
  readonly from: number;
  readonly at: number;
  readonly to: number;
}

export type Plot = LinePlot | BarPlot | SpanPlot;
