/**
 * Labels of terms and of groups of terms: the value that a response shows, and a sort key.
 */
import { choose } from '../../content/choices/index.js';
import { InvariantError } from '../../content/errors/index.js';
import { deliveredNumber, type NumberField, type TermId, termId } from '../../content/model/index.js';
import type { FieldIndex, SortableIndex } from '../../index/segment/index.js';
import { decimalUnits } from '../../index/termdict/index.js';
import type { CountedValue, FacetQuery, LabelledValue, Period, RangeEnd } from './facet.js';

/** Keeps a U+FEFF at the beginning: it is a character of the value, not a byte-order mark. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * @param edges first term of each group; undefined without groups
 * @param term  of the field, or the group if there are groups
 */
export function labelGroup(
  index: FieldIndex,
  { grouping }: Pick<FacetQuery, 'grouping'>,
  edges: Uint32Array | undefined,
  term: number,
): LabelledValue {
  if (index.kind === 'links') return labelTarget(index.field.to, index.targets.at(termId(term)));
  if (index.kind === 'textLists') return labelText(index.terms.at(termId(term)));
  if (index.kind === 'locales') return labelText(Buffer.from(index.codes[term]!));
  switch (grouping.kind) {
    case 'values':
      return labelTerm(index, termId(term));
    case 'period': {
      if (index.kind !== 'numbers' || edges === undefined) throw new InvariantError('periods need a field of instants');
      return labelPeriod(index.terms.at(termId(edges[term]!)), grouping.period);
    }
    case 'ranges':
    case 'distances':
      return labelRange(grouping.ends, term);
  }
}

/** @param ms any instant of the period. All names have the same length, so their order as texts is chronological. */
export function labelPeriod(ms: number, period: Period): LabelledValue {
  const value = periodName(ms, period);
  return { value, sortKey: Buffer.from(value) };
}

/** @param place number of ends at or below the range */
export function labelRange(ends: readonly RangeEnd[], place: number): LabelledValue {
  const value: { from?: number | string; to?: number | string } = {};
  const from = ends[place - 1]?.label;
  const to = ends[place]?.label;
  if (from !== undefined) value.from = from;
  if (to !== undefined) value.to = to;
  return { value, sortKey: place };
}

function labelTarget(to: readonly string[], key: Uint8Array): LabelledValue {
  const type = to[key[0] ?? 0];
  if (type === undefined)
    throw new InvariantError('a relationship target has a type that the relationship does not allow');
  return {
    value: { type, id: textOf(key.subarray(1)) },
    sortKey: Buffer.concat([Buffer.from(`${type}\0`), key.subarray(1)]),
  };
}

export const labelText = (bytes: Uint8Array): LabelledValue => ({ value: textOf(bytes), sortKey: bytes });

/** Up to this many bytes, a loop costs less than a call of the decoder. */
const loopLengthMaximum = 32;

function textOf(bytes: Uint8Array): string {
  if (choose('facet.text', bytes.length > loopLengthMaximum ? 'native' : 'loop') === 'native')
    return decoder.decode(bytes);
  let text = '';
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i]! >= 0x80) return decoder.decode(bytes);
    text += String.fromCharCode(bytes[i]!);
  }
  return text;
}

export const labelNumber = (field: NumberField, value: number | bigint): LabelledValue => ({
  value: deliveredNumber(field, value),
  sortKey: value,
});

/** @returns the label of a term, as documents show the value */
export function labelTerm(index: SortableIndex, term: TermId): LabelledValue {
  switch (index.kind) {
    case 'text':
      return labelText(index.terms.at(term));
    case 'longDecimals':
      return labelNumber(index.field, decimalUnits(index.terms.at(term)));
    case 'numbers':
      return labelNumber(index.field, index.terms.at(term));
  }
}

/** @param a of the same field as `b`. @returns a negative number, 0 or a positive number */
export function compareSortKeys(a: CountedValue['sortKey'], b: CountedValue['sortKey']): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return a < b ? -1 : Number(a > b);
}

/** Number of characters of `YYYY-MM-DD` that name a period. */
const PERIOD_LENGTHS: Readonly<Record<Period, number>> = { year: 4, month: 7, day: 10 };

const periodName = (ms: number, period: Period): string => new Date(ms).toISOString().slice(0, PERIOD_LENGTHS[period]);
