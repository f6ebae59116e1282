/**
 * Groups of terms that are counted together (periods, ranges), and the terms that a prefix selects.
 *
 * Elsewhere: the rings of a distance facet (distances), the labels of terms and groups (values).
 */
import { choose } from '../../content/choices/index.js';
import { InvariantError } from '../../content/errors/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import type { OrdinalColumn } from '../../index/columns/index.js';
import * as ns from '../../index/costs/index.js';
import { type Arena, Bitset } from '../../index/docset/index.js';
import type { RunPostings } from '../../index/postings/index.js';
import type { FieldIndex, FoldedTextIndex, LocaleIndex, SortableIndex, TextIndex } from '../../index/segment/index.js';
import { countBelow, decimalKey, foldBytes, type NumberTerms, prefixRange } from '../../index/termdict/index.js';
import type { FacetQuery, Period, RangeEnd } from './facet.js';

/** The edges of periods by field; computed once, because a snapshot never changes. */
const periodEdges = new WeakMap<NumberTerms, Map<Period, Uint32Array>>();

/** @returns the first instant of the next period, in ms */
function nextPeriod(ms: number, period: Period): number {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  date.setUTCHours(0, 0, 0, 0);
  switch (period) {
    case 'year':
      return date.setUTCFullYear(year + 1, 0, 1);
    case 'month':
      return date.setUTCFullYear(year, month + 1, 1);
    case 'day':
      return date.setUTCDate(date.getUTCDate() + 1);
  }
}

/** @returns the first term of each period that has one, and the end of the terms; cached. Cost: O(periods · log terms). */
function edgesOfPeriods(terms: NumberTerms, period: Period): Uint32Array {
  const edgesByPeriod = periodEdges.get(terms) ?? new Map<Period, Uint32Array>();
  periodEdges.set(terms, edgesByPeriod);
  const edges = edgesByPeriod.get(period) ?? findPeriodEdges(terms, period);
  edgesByPeriod.set(period, edges);
  return edges;
}

function findPeriodEdges(terms: NumberTerms, period: Period): Uint32Array {
  const edges: number[] = [];
  let term = 0;
  while (term < terms.size) {
    edges.push(term);
    const periodEnd = nextPeriod(terms.at(termId(term)), period);
    term = terms.countBelow(periodEnd);
  }
  edges.push(terms.size);
  return Uint32Array.from(edges);
}

function termsBelow(index: SortableIndex, { units }: RangeEnd): TermId {
  switch (index.kind) {
    case 'numbers':
      // Terms are safe integers: numbers beyond them compare the same as floats.
      return index.terms.countBelow(Number(units));
    case 'longDecimals':
      return countBelow(index.terms, decimalKey(units));
    case 'text':
      throw new InvariantError('an index of texts has no ranges');
  }
}

/** @returns the first term of each group, and the end of the last; undefined if each term is a group */
export function edgesOf(index: SortableIndex, { grouping }: FacetQuery): Uint32Array | undefined {
  switch (grouping.kind) {
    case 'values':
    case 'distances':
      return undefined;
    case 'period':
      if (index.kind !== 'numbers') throw new InvariantError(`an index of ${index.kind} has no periods`);
      return edgesOfPeriods(index.terms, grouping.period);
    case 'ranges':
      return Uint32Array.from([0, ...grouping.ends.map((end) => termsBelow(index, end)), index.terms.size]);
  }
}

/** @returns the interval of the codes that begin with the prefix; codes ascend */
function localesWithPrefix({ codes }: LocaleIndex, prefix: Uint8Array): [from: TermId, to: TermId] {
  const prefixText = Buffer.from(prefix).toString();
  const first = codes.findIndex((code) => code.startsWith(prefixText));
  const matchCount = codes.filter((code) => code.startsWith(prefixText)).length;
  return [termId(Math.max(first, 0)), termId(Math.max(first, 0) + matchCount)];
}

/** @returns the terms that begin with the facet's prefix: `[from, to)` */
export function termsWithPrefix(index: FieldIndex, { prefix }: FacetQuery): readonly [from: TermId, to: TermId][] {
  if (index.kind === 'links') {
    const { targets, field } = index;
    if (prefix === undefined) return [[termId(0), termId(targets.size)]];
    // Targets are sorted by type first, so each type has an interval of its own.
    return field.to.map((_, type) => prefixRange(targets, Uint8Array.of(type, ...prefix)));
  }
  if (prefix === undefined) return [[termId(0), termId(Number.POSITIVE_INFINITY)]];
  if (index.kind === 'locales') return [localesWithPrefix(index, prefix)];
  if (index.kind !== 'text' && index.kind !== 'textLists')
    throw new InvariantError(`an index of ${index.kind} has no prefixes`);
  return [prefixRange(index.terms, prefix)];
}

type AccentFolded = TextIndex & { readonly folded: FoldedTextIndex };

/** Whether the prefix of a facet ignores accents, so that its terms are no interval. */
export const ignoresAccents = (index: FieldIndex): index is AccentFolded =>
  index.kind === 'text' && index.folded?.fold === 'accents';

/**
 * The terms whose folded value begins with a folded prefix. They are no interval, because folded values have an order of their
 * own: `é` and `e` are far apart.
 *
 * The folded values are an interval. Either the docs of the interval lead to the terms, or the first doc of each term leads to
 * its folded value.
 *
 * @returns ascending intervals
 * Cost: O(docs with the prefix) or O(terms), whichever is less. Memory: a bit per term, in the arena.
 */
export function termsWithFoldedPrefix(
  { column, folded, postings }: AccentFolded,
  prefix: Uint8Array,
  arena: Arena,
): readonly (readonly [from: TermId, to: TermId])[] {
  const foldedRange = prefixRange(folded.terms, foldBytes(prefix, folded.fold));
  const docs = folded.postings.run(...foldedRange);
  const { termCount } = postings;
  const docsNs = docs.length * (ns.SIFT_COLUMN + ns.SIFT_COLUMN_FAR + ns.MARK_DOC);
  const termsNs = termCount * ns.FOLLOW_LINK;
  const way = choose('facet.folded', docsNs <= termsNs ? 'docs' : 'terms');
  arena.budget.spend((way === 'docs' ? docsNs : termsNs) + termCount * ns.LIST_BITS);
  const terms = new Bitset(termCount, arena.list(Math.ceil(termCount / 32)), arena.routines);
  terms.clear();
  if (way === 'terms') addTermsWithFolded(terms, postings, folded.column, foldedRange);
  else for (let i = 0; i < docs.length; i += 1) terms.add(column[docs[i]!]! - 1);
  const count = terms.count();
  arena.budget.spend(count * ns.MARK_TERM_RUN);
  const listed = terms.toList(count, arena.list(count));
  const intervals: [from: TermId, to: TermId][] = [];
  for (let i = 0; i < count; i += 1) {
    const last = intervals.at(-1);
    if (last !== undefined && last[1] === listed[i]) last[1] = termId(listed[i]! + 1);
    else intervals.push([termId(listed[i]!), termId(listed[i]! + 1)]);
  }
  return intervals;
}

/** Adds the terms whose folded value is in the range: all docs of a term have the same folded value. Cost: O(terms). */
function addTermsWithFolded(
  out: Bitset,
  { docs, starts, termCount }: RunPostings,
  foldedColumn: OrdinalColumn,
  [from, to]: readonly [from: TermId, to: TermId],
): void {
  for (let term = 0; term < termCount; term += 1) {
    const start = starts[term]!;
    if (start === starts[term + 1]) continue;
    const foldedTerm = foldedColumn[docs[start]!]! - 1;
    if (foldedTerm >= from && foldedTerm < to) out.add(term);
  }
}
