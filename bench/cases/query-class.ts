/**
 * A query class: one shape of query, with values drawn at random from the content.
 */
import type { Random } from '../../data/generate/random.js';
import type { Sample } from '../harness/input/sample.js';

export interface QueryClass {
  readonly name: string;
  /** Classes of one group are next to each other in the report. */
  readonly group: string;
  /** Adversarial classes have a limit of their own and do not count towards the mean. */
  readonly adversarial?: boolean;
  /** Candidates whose answer is not so are passed over. */
  readonly answers?: 'nothing' | 'something';
  /** @returns a URL below the delivery root, as a client would send it */
  readonly url: (sample: Sample, random: Random) => string;
}

/**
 * @returns one condition, such as `filter[price][_lt]=10`; @param group text before the field, such as
 * `[_OR][0]`
 */
export const where = (field: string, operator: string, value: string | number, group = ''): string =>
  `filter${group}[${field}][${operator}]=${encodeURIComponent(value)}`;

/** @returns `/article?…` */
export const list = (type: string, ...parameters: readonly string[]): string =>
  parameters.length === 0 ? `/${type}` : `/${type}?${parameters.join('&')}`;

export const pageSize = 20;

/** How far a list is read: twenty pages. */
const skipMaximum = 400;

/** @returns `page[skip]=…` near the beginning, so that a field of few values still gives many questions */
export const someSkip = (random: Random): string => `page[skip]=${random.below(skipMaximum)}`;

/** @returns a value of the field as a URL has it, from the number that the sample holds */
export type Written = (value: number) => string;

export const asInteger: Written = (value) => String(value);
export const asCents: Written = (value) => (value / 100).toFixed(2);
export const asInstant: Written = (value) => new Date(value).toISOString();

/**
 * @param share of the populated items, about; a field with many equal values may give more
 * @returns two conditions: a range that begins at a random item's value
 */
export function range(
  sample: Sample,
  random: Random,
  field: string,
  written: Written,
  share: { readonly least: number; readonly most: number },
  group = '',
): string[] {
  const values = sample.numbers('article', field);
  const width = Math.max(1, Math.round(values.length * (share.least + random.unit() * (share.most - share.least))));
  const start = random.below(values.length - width);
  return [
    where(field, '_gte', written(values[start]!), group),
    where(field, '_lte', written(values[start + width]!), group),
  ];
}
