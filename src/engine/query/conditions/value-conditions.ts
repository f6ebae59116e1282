/**
 * Conditions on fields with one value per doc → sources.
 *
 * Every comparison needs two counts: the terms below the operand, and the terms up to and including it.
 * Elsewhere: the sources (sources/), relationships and lists of texts (link-conditions).
 */
import {
  entryOf,
  type Place,
  precisionOf,
  type Sign,
  type TermId,
  termId,
  wholeUnits,
} from '../../../content/model/index.js';
import { createRegion, findTermsWithin, type TermRange } from '../../../index/areas/index.js';
import type { Arena } from '../../../index/docset/index.js';
import {
  hasEndings,
  hasSubstrings,
  type NumberIndex,
  type SortableIndex,
  type TextIndex,
} from '../../../index/segment/index.js';
import { decimalKey, foldBytes, prefixRange, type TermBounds, termBounds } from '../../../index/termdict/index.js';
import type { Condition, Operand } from '../query-tree.js';
import { otherTerms, termRange, unpopulated } from '../sources/range-source.js';
import { termRanges } from '../sources/ranges-source.js';
import { reversedRange } from '../sources/reversed-source.js';
import type { Source } from '../sources/source.js';
import { containing } from '../sources/substring-source.js';
import { mismatchError } from './mismatch.js';

export function valueSource(index: SortableIndex, condition: Condition, arena: Arena): Source {
  const { operand } = condition;
  const { meaning, unfolded } = entryOf(condition.operator);
  if (unfolded !== undefined) {
    if (index.kind !== 'text' || index.folded === undefined || operand.kind !== 'text')
      throw mismatchError(condition, index);
    const { fold } = index.folded;
    const foldedOperand: Operand = { kind: 'text', bytes: foldBytes(operand.bytes, fold) };
    const source = valueSource(index.folded, { ...condition, operator: unfolded, operand: foldedOperand }, arena);
    return { ...source, structure: `${fold === 'case' ? 'case-folded' : 'accent-folded'}: ${source.structure}` };
  }
  const terms = index.postings.termCount;
  switch (meaning.asks) {
    case 'populated':
      if (operand.kind !== 'populated') throw mismatchError(condition, index);
      return operand.value ? termRange(index, termId(0), terms) : unpopulated(index);
    case 'membership': {
      const runs = runsOfList(index, condition);
      return runsSource(index, meaning.isIn ? runs : gapsBetween(runs, terms));
    }
    case 'order': {
      const bounds = boundsOf(index, operand);
      if (bounds === undefined) throw mismatchError(condition, index);
      return orderSource(index, meaning.sign, bounds, terms);
    }
    case 'area': {
      if (index.kind !== 'numbers' || operand.kind !== 'area') throw mismatchError(condition, index);
      const source = runsSource(index, findTermsWithin(index.terms, createRegion(operand.area), arena.budget));
      return { ...source, structure: `cells of the Z-order: ${source.structure}` };
    }
    case 'part':
      if (index.kind !== 'text' || operand.kind !== 'text') throw mismatchError(condition, index);
      // An empty pattern is in every populated text.
      if (operand.bytes.byteLength === 0) return termRange(index, termId(0), terms);
      return patternSource(index, condition, meaning.place, operand.bytes, arena);
  }
}

/** @returns runs of the listed values that are terms, ascending; neighbouring terms are one run */
function runsOfList(index: SortableIndex, condition: Condition): TermRange[] {
  if (condition.operand.kind !== 'list') throw mismatchError(condition, index);
  const termBounds: TermBounds[] = [];
  for (const value of condition.operand.values) {
    const bounds = boundsOf(index, value);
    if (bounds === undefined) throw mismatchError(condition, index);
    if (bounds.upTo > bounds.below) termBounds.push(bounds);
  }
  termBounds.sort((a, b) => a.below - b.below);
  const runs: TermRange[] = [];
  for (const { below, upTo } of termBounds) {
    const last = runs.at(-1);
    // The same term twice, or the one before.
    if (last !== undefined && below <= last[1]) last[1] = upTo;
    else runs.push([below, upTo]);
  }
  return runs;
}

/** @param runs ascending, not touching. @returns the runs before, between and after these */
function gapsBetween(runs: readonly TermRange[], terms: TermId): TermRange[] {
  const gaps: TermRange[] = [];
  let gapStart = termId(0);
  for (const [start, end] of runs) {
    if (gapStart < start) gaps.push([gapStart, start]);
    gapStart = end;
  }
  if (gapStart < terms) gaps.push([gapStart, terms]);
  return gaps;
}

function runsSource(index: SortableIndex, runs: readonly TermRange[]): Source {
  const [only = [termId(0), termId(0)], another] = runs;
  return another === undefined ? termRange(index, ...only) : termRanges(index, runs);
}

function orderSource(index: SortableIndex, sign: Sign, { below, upTo }: TermBounds, terms: TermId): Source {
  switch (sign) {
    case '=':
      return termRange(index, below, upTo);
    case '<>':
      return otherTerms(index, below, upTo);
    case '>':
      return termRange(index, upTo, terms);
    case '>=':
      return termRange(index, below, terms);
    case '<':
      return termRange(index, termId(0), below);
    case '<=':
      return termRange(index, termId(0), upTo);
  }
}

function patternSource(
  index: TextIndex,
  condition: Condition,
  place: Place,
  pattern: Uint8Array,
  arena: Arena,
): Source {
  switch (place) {
    case 'start':
      return termRange(index, ...prefixRange(index.terms, pattern));
    case 'end':
      if (!hasEndings(index)) throw mismatchError(condition, index);
      return reversedRange(index, ...index.reversed.suffixRange(pattern));
    case 'anywhere':
      if (!hasSubstrings(index)) throw mismatchError(condition, index);
      return containing(index, pattern, arena);
  }
}

/** @returns undefined if the operand is not of the index's kind */
function boundsOf(index: SortableIndex, operand: Operand): TermBounds | undefined {
  switch (index.kind) {
    case 'text':
      if (operand.kind !== 'text') return undefined;
      return termBounds(index.terms, operand.bytes);
    case 'longDecimals': {
      if (operand.kind !== 'number') return undefined;
      const { floor, exact } = wholeUnits(operand.digits, operand.scale, index.field.precision);
      const bounds = termBounds(index.terms, decimalKey(floor));
      return exact ? bounds : { below: bounds.upTo, upTo: bounds.upTo };
    }
    case 'numbers':
      return numberBounds(index, operand);
  }
}

function numberBounds(index: NumberIndex, operand: Operand): TermBounds | undefined {
  const { terms, field } = index;
  switch (operand.kind) {
    case 'boolean':
    case 'instant': {
      const value = operand.kind === 'instant' ? operand.ms : Number(operand.value);
      return { below: terms.countBelow(value), upTo: terms.countUpTo(value) };
    }
    case 'number': {
      const { floor, exact } = wholeUnits(operand.digits, operand.scale, precisionOf(field) ?? 0);
      const value = floatOf(floor);
      const upTo = terms.countUpTo(value);
      return { below: exact ? terms.countBelow(value) : upTo, upTo };
    }
    case 'populated':
    case 'list':
    case 'text':
    case 'area':
    case 'itemId':
      return undefined;
  }
}

/** Terms are safe integers, so a larger number compares like infinity. */
function floatOf(units: bigint): number {
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return Number.POSITIVE_INFINITY;
  return units < -BigInt(Number.MAX_SAFE_INTEGER) ? Number.NEGATIVE_INFINITY : Number(units);
}
