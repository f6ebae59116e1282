/**
 * Checks the structures of one field: values, heads, reversed order, case-folded values, natural order, and more elsewhere
 * (runs, links, quantiles, substrings).
 */
import { termId, termOf } from '../../content/model/index.js';
import {
  type EndingTextIndex,
  type FieldIndex,
  hasEndings,
  hasSubstrings,
  type LinkIndex,
  type SortableIndex,
  type TextIndex,
} from '../segment/index.js';
import {
  compareBytes,
  foldBytes,
  HEAD_EVERY,
  type Heads,
  NumberTerms,
  prefixNumber,
  suffixNumber,
} from '../termdict/index.js';
import { checkLinkage, checkLinks, checkTextLists } from './links.js';
import { checkQuantiles } from './quantiles.js';
import { areTermsAscending, checkRuns } from './runs.js';
import { checkSubstrings } from './substrings/index.js';
import { findWrongTerm } from './values.js';

export function checkField(index: FieldIndex, size: number): string[] {
  switch (index.kind) {
    case 'links':
      return checkRelationship(index, size);
    case 'locales':
      // Compared with the locale sets (segment).
      return [];
    case 'textLists': {
      const findings = checkLinks(index, index.terms, size, index.terms.size);
      return findings.length > 0 ? findings : checkTextLists(index, size);
    }
    default:
      return checkValues(index, size);
  }
}

function checkRelationship(index: LinkIndex, size: number): string[] {
  const linksMaximum = index.field.many ? index.targets.size : 1;
  const findings = checkLinks(index, index.targets, size, linksMaximum);
  return findings.length > 0 ? findings : checkLinkage(index);
}

function checkValues(index: SortableIndex, size: number): string[] {
  // The other structures are made from the runs, or read through them.
  const sharing = index.kind === 'text' ? index.sharedPostings : [];
  const runs = checkRuns(index.column, index.postings, index.terms.size, size, sharing);
  if (runs.length > 0) return runs;
  const findings: string[] = [];
  const isAscending =
    index.terms instanceof NumberTerms ? areNumbersAscending(index.terms) : areTermsAscending(index.terms);
  if (!isAscending) findings.push('values are not in ascending order');
  const wrongTerm = findWrongTerm(index);
  if (wrongTerm !== undefined) findings.push(`value ${wrongTerm} is not a value of its field type`);
  if (index.quantiles !== undefined) findings.push(...checkQuantiles(index.quantiles, index.postings));
  if (index.kind === 'text') {
    findings.push(...checkText(index), ...checkFolded(index, size), ...checkNatural(index, size));
  }
  return findings;
}

function areNumbersAscending(terms: NumberTerms): boolean {
  for (let i = 1; i < terms.size; i += 1) if (!(terms.at(termId(i - 1)) < terms.at(termId(i)))) return false;
  return true;
}

function checkText(index: TextIndex): string[] {
  const endings = hasEndings(index) ? checkEndings(index) : [];
  if (endings.length > 0) return endings;
  return [...checkHeads(index), ...(hasSubstrings(index) ? checkSubstrings(index) : [])];
}

function checkEndings({ terms, reversed, reversedStarts, postings }: EndingTextIndex): string[] {
  if (reversedStarts[0] !== 0) return ['reversed counts do not begin with 0'];
  let previousBytes = new Uint8Array(0);
  for (let place = 0; place < terms.size; place += 1) {
    const term = reversed.order[place]!;
    if (term >= terms.size || reversed.rank[term] !== place) return ['reversed order and rank disagree'];
    const reversedBytes = Uint8Array.prototype.slice.call(terms.at(termId(term))).reverse();
    if (place > 0) {
      if (compareBytes(previousBytes, 0, previousBytes.byteLength, reversedBytes) >= 0)
        return ['reversed order does not ascend'];
    }
    previousBytes = reversedBytes;
    if (reversedStarts[place + 1]! - reversedStarts[place]! !== postings.countOf(termId(term))) {
      return ['reversed counts differ from its runs'];
    }
  }
  return [];
}

/** Only the collation that made a natural order knows whether it ascends; but the docs with the same value must share a rank. */
function checkNatural({ terms, postings, natural, column }: TextIndex, size: number): string[] {
  if (natural === undefined) return [];
  const runs = checkRuns(natural.column, natural.postings, natural.postings.termCount, size);
  if (runs.length > 0) return runs.map((problem) => `natural order: ${problem}`);
  for (let term = 0; term < terms.size; term += 1) {
    const docs = postings.runOf(termId(term));
    const rank = natural.column[docs[0]!]!;
    if (rank === 0 || docs.some((doc) => natural.column[doc] !== rank)) {
      return [`items with value ${term} have different ranks in its natural order`];
    }
  }
  const differingItem = column.findIndex((ordinal, doc) => ordinal === 0 && natural.column[doc] !== 0);
  return differingItem < 0 ? [] : [`item ${differingItem} has a rank in the natural order, but no value`];
}

/** The folded values form a text index of their own; each must be the fold of its value. */
function checkFolded({ terms, column, postings, folded }: TextIndex, size: number): string[] {
  if (folded === undefined) return [];
  const findings = checkValues(folded, size);
  if (findings.length > 0) return findings.map((problem) => `case-folded: ${problem}`);
  for (let term = 0; term < terms.size; term += 1) {
    const docs = postings.runOf(termId(term));
    if (docs.length === 0) continue;
    const ordinal = folded.column[docs[0]!]!;
    const isFold =
      ordinal !== 0 &&
      Buffer.compare(folded.terms.at(termOf(ordinal)), foldBytes(terms.at(termId(term)), folded.fold)) === 0;
    if (!isFold || docs.some((doc) => folded.column[doc] !== ordinal)) {
      return [`items with value ${term} have a case-folded value that is not its fold`];
    }
  }
  const differingItem = column.findIndex((ordinal, doc) => (ordinal === 0) !== (folded.column[doc] === 0));
  return differingItem < 0 ? [] : [`item ${differingItem} has only one of a value and a case-folded value`];
}

function checkHeads({ terms, reversed }: TextIndex): string[] {
  const readPrefix = (place: number): number => prefixNumber(terms.at(termId(place)), 0);
  if (terms.heads !== undefined && hasWrongHead(terms.heads, readPrefix)) return ['heads differ from its values'];
  if (reversed === undefined) return [];
  const readSuffix = (place: number): number => suffixNumber(terms.at(termId(reversed.order[place]!)), 0);
  return hasWrongHead(reversed.heads, readSuffix) ? ['reversed heads differ from its reversed values'] : [];
}

/** @param numberAt computes the head of the term at a place of the order */
const hasWrongHead = (heads: Heads, numberAt: (place: number) => number): boolean =>
  heads.values.some((value, head) => value !== numberAt(head * HEAD_EVERY));
