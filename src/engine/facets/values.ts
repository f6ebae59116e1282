/**
 * What terms and groups of terms are called where they are shown.
 */
import { choose } from '../../content/choices/index.js';
import { InvariantError } from '../../content/errors/index.js';
import { type NumberField, shownNumber, type TermId, termId } from '../../content/model/index.js';
import type { FieldIndex, SortableIndex } from '../../index/segment/index.js';
import { countBelow, decimalKey, decimalUnits, type NumberTerms, prefixRange } from '../../index/termdict/index.js';
import type { CountedValue, FacetQuery, Named, Period, RangeEnd } from './facet.js';

/** A value may begin with U+FEFF, which is not there to tell how the bytes are written. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param term of the field; of one with groups, the group. @param edges where the groups begin */
export function namedGroup(
  index: FieldIndex,
  { grouping }: Pick<FacetQuery, 'grouping'>,
  edges: Uint32Array | undefined,
  term: number,
): Named {
  if (index.kind === 'links') return namedTarget(index.field.to, index.targets.at(termId(term)));
  if (index.kind === 'textLists') return namedText(index.terms.at(termId(term)));
  switch (grouping.kind) {
    case 'values':
      return namedTerm(index, termId(term));
    case 'period': {
      if (index.kind !== 'numbers' || edges === undefined) throw new InvariantError('periods are of instants');
      return namedPeriod(index.terms.at(termId(edges[term]!)), grouping.period);
    }
    case 'ranges':
    case 'distances':
      return namedRange(grouping.ends, term);
  }
}

/** @param ms when it begins, or any instant of it. Names are of one length, so that their own order is that of time. */
export function namedPeriod(ms: number, period: Period): Named {
  const value = periodName(ms, period);
  return { value, order: Buffer.from(value) };
}

/** @param place how many of the ends are at or below it */
export function namedRange(ends: readonly RangeEnd[], place: number): Named {
  const [from, to] = [ends[place - 1]?.shown, ends[place]?.shown];
  return {
    value: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
    order: place,
  };
}

function namedTarget(to: readonly string[], key: Uint8Array): Named {
  const type = to[key[0] ?? 0];
  if (type === undefined) throw new InvariantError('a target is of no type that its relationship leads to');
  return {
    value: { type, id: textOf(key.subarray(1)) },
    order: Buffer.concat([Buffer.from(`${type}\0`), key.subarray(1)]),
  };
}

export const namedText = (bytes: Uint8Array): Named => ({ value: textOf(bytes), order: bytes });

/** Up to so many letters, reading them one by one costs less than asking the engine to. */
const shortText = 32;

function textOf(bytes: Uint8Array): string {
  if (choose('facet.text', bytes.length > shortText ? 'native' : 'loop') === 'native') return decoder.decode(bytes);
  let text = '';
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i]! >= 0x80) return decoder.decode(bytes);
    text += String.fromCharCode(bytes[i]!);
  }
  return text;
}

export const namedNumber = (field: NumberField, value: number | bigint): Named => ({
  value: shownNumber(field, value),
  order: value,
});

/** A value as the field is delivered. */
export function namedTerm(index: SortableIndex, term: TermId): Named {
  switch (index.kind) {
    case 'text':
      return namedText(index.terms.at(term));
    case 'longDecimals':
      return namedNumber(index.field, decimalUnits(index.terms.at(term)));
    case 'numbers':
      return namedNumber(index.field, index.terms.at(term));
  }
}

/** @returns negative, 0 or positive; both of one field */
export function compareOrders(a: CountedValue['order'], b: CountedValue['order']): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return a < b ? -1 : Number(a > b);
}

/*
 * Which terms are counted together: where each group of them begins, and what it is called.
 */

/** Where periods begin among a field's terms, by period: made when first asked for, as a snapshot never changes. */
const periodEdges = new WeakMap<NumberTerms, Map<Period, Uint32Array>>();

/** How much of `YYYY-MM-DD` names a period. */
const PERIOD_LENGTHS: Readonly<Record<Period, number>> = { year: 4, month: 7, day: 10 };

const periodName = (ms: number, period: Period): string => new Date(ms).toISOString().slice(0, PERIOD_LENGTHS[period]);

/** @returns when the period behind that of the instant begins */
function nextPeriod(ms: number, period: Period): number {
  const date = new Date(ms);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  date.setUTCHours(0, 0, 0, 0);
  if (period === 'year') return date.setUTCFullYear(year + 1, 0, 1);
  return period === 'month' ? date.setUTCFullYear(year, month + 1, 1) : date.setUTCFullYear(year, month, day + 1);
}

/** @returns where each period that has a term begins, and the end. Cost: O(periods · log terms), once. */
function edgesOfPeriods(terms: NumberTerms, period: Period): Uint32Array {
  let known = periodEdges.get(terms);
  if (known === undefined) {
    known = new Map();
    periodEdges.set(terms, known);
  }
  let edges = known.get(period);
  if (edges === undefined) {
    const found: number[] = [];
    for (let term = 0; term < terms.size; term = terms.countBelow(nextPeriod(terms.at(termId(term)), period)))
      found.push(term);
    edges = Uint32Array.from([...found, terms.size]);
    known.set(period, edges);
  }
  return edges;
}

function termsBelow(index: SortableIndex, { units }: RangeEnd): TermId {
  switch (index.kind) {
    case 'numbers':
      // Terms are safe integers: whatever is beyond them compares alike as a float.
      return index.terms.countBelow(Number(units));
    case 'longDecimals':
      return countBelow(index.terms, decimalKey(units));
    case 'text':
      throw new InvariantError('texts have no ranges');
  }
}

/** @returns where groups begin among the terms, and the end; undefined where each term is its own */
export function edgesOf(index: SortableIndex, { grouping }: FacetQuery): Uint32Array | undefined {
  switch (grouping.kind) {
    case 'values':
    case 'distances':
      return undefined;
    case 'period':
      if (index.kind !== 'numbers') throw new InvariantError(`${index.kind} has no periods`);
      return edgesOfPeriods(index.terms, grouping.period);
    case 'ranges':
      return Uint32Array.from([0, ...grouping.ends.map((end) => termsBelow(index, end)), index.terms.size]);
  }
}

/** @returns the terms that begin with the facet's prefix: `[from, to)` */
export function shownTerms(index: FieldIndex, { prefix }: FacetQuery): readonly [from: TermId, to: TermId][] {
  if (index.kind === 'links') {
    const { targets, field } = index;
    if (prefix === undefined) return [[termId(0), termId(targets.size)]];
    // One stretch of targets for each of the relationship's types.
    return field.to.map((_, type) => prefixRange(targets, Uint8Array.of(type, ...prefix)));
  }
  if (prefix === undefined) return [[termId(0), termId(Number.POSITIVE_INFINITY)]];
  if (index.kind !== 'text' && index.kind !== 'textLists') throw new InvariantError(`${index.kind} has no beginnings`);
  return [prefixRange(index.terms, prefix)];
}
