/**
 * What a segment's bytes must mean, checked one by one: for `verify`, which takes the time that opening does not.
 *
 * Each check returns the problems it found, as sentences; none throws on bytes that merely lie.
 */

import { isLocalized, storedName, termId, termOf } from '../../content/model/index.js';
import type { OrdinalColumn } from '../columns/index.js';
import { Bitset } from '../docset/index.js';
import { LinkageRange } from '../documents/index.js';
import type { RunPostings } from '../postings/index.js';
import {
  countPopulated,
  type EndingTextIndex,
  type FieldIndex,
  findItem,
  hasEndings,
  hasSubstrings,
  ID_FIELD,
  type LinkIndex,
  localSearchName,
  ownItemCounts,
  populatedByField,
  SIMILAR,
  SIMILAR_ITEMS,
  type SortableIndex,
  sectionNames,
  type TextIndex,
  type TextListIndex,
  type TypeSegment,
} from '../segment/index.js';
import {
  compareBytes,
  foldBytes,
  HEAD_EVERY,
  type Heads,
  NumberTerms,
  prefixNumber,
  suffixNumber,
  type Terms,
} from '../termdict/index.js';
import { checkBlocks } from './blocks.js';
import { checkQuantiles } from './quantiles.js';
import { checkSearch } from './search.js';
import { checkSubstrings } from './substrings.js';
import { wrongValue } from './values.js';
import { StrictVarints } from './varints.js';

/** Something that contradicts something else. */
export interface Lie {
  /** Section, or what the names of several begin with. */
  readonly section: string;
  /** A sentence. */
  readonly found: string;
}

/**
 * What of a segment contradicts itself, where each section is within its bounds (checkType).
 *
 * @param before the same type as the locales before it have it: what they share with it is not looked at again
 * Cost: O(bytes of the segment).
 */
export function checkSegment(segment: TypeSegment, before: readonly TypeSegment[] = []): Lie[] {
  const lies: Lie[] = [];
  const add = (section: string, found: readonly string[]): void => {
    lies.push(...found.map((sentence) => ({ section, found: sentence })));
  };
  const { type } = before[0] ?? segment;
  for (const [name, index] of segment.fields) {
    if (before.some(({ fields }) => fields.get(name) === index)) continue;
    const stored = name === ID_FIELD ? name : storedName(type, name, segment.locale);
    add(`${stored}/*`, checkField(index, segment.size));
  }
  for (let doc = 0; before.length === 0 && doc < segment.size; doc += 1) {
    const ordinal = segment.id.column[doc]!;
    if (ordinal === 0 || findItem(segment, segment.id.terms.at(termOf(ordinal))) !== doc) {
      add(sectionNames(ID_FIELD).hash, [`the id of item ${doc} does not lead back to it`]);
      break;
    }
  }
  if (segment.search !== undefined && !before.some(({ search }) => search === segment.search)) {
    add(`${localSearchName(type, segment.locale)}.*`, checkSearch(segment.search));
  }
  add('header', checkPopulated(segment));
  if (before.length > 0) return lies;
  add(SIMILAR, checkSimilar(segment));
  add('locales.*', checkOwn(segment));
  add('*.blocks', checkBlocks(segment));
  return lies;
}

/** What the header says of items with values of their own in each locale must be what is stored item by item. */
function checkOwn({ own, type, file }: TypeSegment): string[] {
  if (own === undefined) return [];
  const codes = type.locales.map(({ code }) => code);
  const inSet = new Uint32Array(own.sets.count);
  for (const [doc, set] of own.docs.entries()) {
    if (set >= own.sets.count) return [`item ${doc} has values of its own in a set of locales that is not there`];
    inSet[set]! += 1;
  }
  const counts = new Map(codes.map((code) => [code, 0]));
  for (const [set, items] of inSet.entries()) {
    const text = Buffer.from(own.sets.view(set)).toString();
    const members = codes.filter((code) => text.includes(JSON.stringify(code)));
    if (JSON.stringify(members) !== text) return [`set ${set} of locales is ${text.slice(0, 80)}, which is none`];
    for (const code of members) counts.set(code, (counts.get(code) ?? 0) + items);
  }
  const said = ownItemCounts(file.meta);
  return [...counts].flatMap(([code, found]) =>
    said?.get(code) === found
      ? []
      : [`${found} items have values of their own in ${code}, and the header says ${said?.get(code) ?? 'nothing'}`],
  );
}

/** Whatever is similar must be another item, and share something that there is. */
function checkSimilar({ similar, size, file }: TypeSegment): string[] {
  if (similar === undefined) return [];
  const records = file.sections.records(SIMILAR, size);
  const varints = new StrictVarints(new Uint8Array(0));
  for (let doc = 0; doc < size; doc += 1) {
    const isRight = isSimilar(
      varints.of(records.view(doc)),
      doc,
      size,
      (feature) => similar.featureOf(feature) !== undefined,
    );
    if (!isRight) return [`the items similar to item ${doc} are not there, or share nothing with it`];
  }
  return [];
}

/** A mark for each of so many features is a number below 2^32. */
const featuresMaximum = 31;

function isSimilar(varints: StrictVarints, doc: number, size: number, isNamed: (feature: number) => boolean): boolean {
  if (varints.isAtEnd) return true;
  const features = varints.next() ?? featuresMaximum + 1;
  if (features > featuresMaximum) return false;
  for (let i = 0; i < features; i += 1) {
    const feature = varints.next();
    if (feature === undefined || !isNamed(feature)) return false;
  }
  const met = new Set<number>();
  while (!varints.isAtEnd) {
    const other = varints.next() ?? size;
    const shared = varints.next() ?? 0;
    if (other >= size || other === doc || met.has(other) || met.size === SIMILAR_ITEMS) return false;
    if (shared === 0 || shared >= 2 ** features) return false;
    met.add(other);
  }
  return true;
}

function checkField(index: FieldIndex, size: number): string[] {
  switch (index.kind) {
    case 'links':
      return either(checkLinks(index, index.targets, size, index.field.many ? index.targets.size : 1), () =>
        checkLinkage(index),
      );
    case 'textLists':
      return either(checkLinks(index, index.terms, size, index.terms.size), () => checkTextLists(index, size));
    default:
      return checkValues(index, size);
  }
}

/** @param next asked only where nothing was found, as it relies on that */
const either = (found: string[], next: () => string[]): string[] => (found.length > 0 ? found : next());

/** What the header says of the fields must be what their structures have. */
function checkPopulated({ file, fields, type, locale }: TypeSegment): string[] {
  const counts = populatedByField(file.meta);
  return type.fields.flatMap((field) => {
    const { name } = field;
    const count = counts?.get(isLocalized(field) ? storedName(type, name, locale) : name);
    const index = fields.get(name);
    if (count === undefined) return [];
    const found = index === undefined ? count : countPopulated(index);
    return found === count ? [] : [`field ${name}: ${found} items have a value, and the header says ${count}`];
  });
}

function checkValues(index: SortableIndex, size: number): string[] {
  // All else is made from the runs, or read by them.
  const sharing = index.kind === 'text' ? index.sharedPostings : [];
  const runs = checkRuns(index.column, index.postings, index.terms.size, size, sharing);
  if (runs.length > 0) return runs;
  const ordered = index.terms instanceof NumberTerms ? numbersAscend(index.terms) : termsAscend(index.terms);
  const wrong = wrongValue(index);
  return [
    ...(ordered ? [] : ['its values are not in ascending order']),
    ...(wrong === undefined ? [] : [`its value ${wrong} is none of its type`]),
    ...(index.quantiles === undefined ? [] : checkQuantiles(index.quantiles, index.postings)),
    ...(index.kind === 'text' ? [...checkText(index), ...checkFolded(index, size), ...checkNatural(index, size)] : []),
  ];
}

function numbersAscend(terms: NumberTerms): boolean {
  for (let i = 1; i < terms.size; i += 1) if (!(terms.at(termId(i - 1)) < terms.at(termId(i)))) return false;
  return true;
}

function termsAscend(terms: Terms): boolean {
  for (let i = 1; i < terms.size; i += 1) {
    const before = terms.at(termId(i - 1));
    if (compareBytes(before, 0, before.byteLength, terms.at(termId(i))) >= 0) return false;
  }
  return true;
}

const ascends = (values: Uint32Array): boolean => values.every((value, i) => i === 0 || values[i - 1]! <= value);

/** Column and posting lists must tell the same story. */
function checkRuns(
  column: OrdinalColumn,
  postings: RunPostings,
  terms: number,
  size: number,
  sharing: readonly RunPostings[] = [],
): string[] {
  const { docs, starts } = postings;
  if (starts[0] !== 0 || !ascends(starts) || postings.populated > size) return ['its runs do not follow each other'];
  const seen = new Uint8Array(size);
  for (let term = 0; term <= terms; term += 1) {
    const end = term < terms ? starts[term + 1]! : size;
    const ordinal = term < terms ? term + 1 : 0;
    const isEmpty = term < terms && starts[term] === end;
    if (isEmpty && sharing.every((other) => other.countOf(termId(term)) === 0)) {
      return [`its value ${term} has no items`];
    }
    for (let place = starts[term]!; place < end; place += 1) {
      const doc = docs[place]!;
      if (doc >= size || seen[doc] !== 0) return ['its items by value do not hold each item once'];
      seen[doc] = 1;
      if (column[doc] !== ordinal) return [`item ${doc} is in another run than its column says`];
      if (place > starts[term]! && docs[place - 1]! >= doc) return [`the items of value ${term} do not ascend`];
    }
  }
  return [];
}

function checkText(index: TextIndex): string[] {
  const endings = hasEndings(index) ? checkEndings(index) : [];
  if (endings.length > 0) return endings;
  return [...checkHeads(index), ...(hasSubstrings(index) ? checkSubstrings(index) : [])];
}

function checkEndings({ terms, reversed, reversedStarts, postings }: EndingTextIndex): string[] {
  if (reversedStarts[0] !== 0) return ['its reversed counts do not begin with 0'];
  let before = new Uint8Array(0);
  for (let place = 0; place < terms.size; place += 1) {
    const term = reversed.order[place]!;
    if (term >= terms.size || reversed.rank[term] !== place) return ['its reversed order and rank disagree'];
    const here = Uint8Array.prototype.slice.call(terms.at(termId(term))).reverse();
    if (place > 0) {
      if (compareBytes(before, 0, before.byteLength, here) >= 0) return ['its reversed order does not ascend'];
    }
    before = here;
    if (reversedStarts[place + 1]! - reversedStarts[place]! !== postings.countOf(termId(term))) {
      return ['its reversed counts differ from its runs'];
    }
  }
  return [];
}

/** Whether values ascend in their natural order only the collation knows that made it; but the docs of one share a rank. */
function checkNatural({ terms, postings, natural, column }: TextIndex, size: number): string[] {
  if (natural === undefined) return [];
  const runs = checkRuns(natural.column, natural.postings, natural.postings.termCount, size);
  if (runs.length > 0) return runs.map((problem) => `natural order: ${problem}`);
  for (let term = 0; term < terms.size; term += 1) {
    const docs = postings.runOf(termId(term));
    const rank = natural.column[docs[0]!]!;
    if (rank === 0 || docs.some((doc) => natural.column[doc] !== rank)) {
      return [`items with value ${term} stand apart in its natural order`];
    }
  }
  const differs = column.findIndex((ordinal, doc) => ordinal === 0 && natural.column[doc] !== 0);
  return differs < 0 ? [] : [`item ${differs} has a place in the natural order and no value`];
}

/** The folded values are a field of their own; each must be the fold of the value it stands for. */
function checkFolded({ terms, column, postings, folded }: TextIndex, size: number): string[] {
  if (folded === undefined) return [];
  const wrong = checkValues(folded, size);
  if (wrong.length > 0) return wrong.map((problem) => `case-folded: ${problem}`);
  for (let term = 0; term < terms.size; term += 1) {
    const docs = postings.runOf(termId(term));
    if (docs.length === 0) continue;
    const ordinal = folded.column[docs[0]!]!;
    const same =
      ordinal !== 0 && Buffer.compare(folded.terms.at(termOf(ordinal)), foldBytes(terms.at(termId(term)))) === 0;
    if (!same || docs.some((doc) => folded.column[doc] !== ordinal)) {
      return [`the case-folded values of value ${term} are not its fold`];
    }
  }
  const differs = column.findIndex((ordinal, doc) => (ordinal === 0) !== (folded.column[doc] === 0));
  return differs < 0 ? [] : [`item ${differs} has a case-folded value and no value`];
}

function checkHeads({ terms, reversed }: TextIndex): string[] {
  const differs = (heads: Heads, numberOf: (place: number) => number): boolean =>
    heads.values.some((value, head) => value !== numberOf(head * HEAD_EVERY));
  if (terms.heads !== undefined && differs(terms.heads, (place) => prefixNumber(terms.at(termId(place)), 0))) {
    return ['its heads are not those of its values'];
  }
  if (reversed === undefined) return [];
  return differs(reversed.heads, (place) => suffixNumber(terms.at(termId(reversed.order[place]!)), 0))
    ? ['its reversed heads are not those of its reversed values']
    : [];
}

function checkLinks(
  { links, postings }: Pick<LinkIndex, 'links' | 'postings'>,
  targets: LinkIndex['targets'],
  size: number,
  linksMaximum: number,
): string[] {
  const many = links.starts.findIndex((start, doc) => doc > 0 && start - links.starts[doc - 1]! > linksMaximum);
  if (many >= 0) return [`item ${many - 1} has more links than ${linksMaximum}`];
  if (!termsAscend(targets)) return ['its targets are not in ascending order'];
  if (links.starts[0] !== 0 || !ascends(links.starts)) return ['its links do not follow each other'];
  const targetProblems = checkTargets(links, targets.size);
  if (postings === undefined || targetProblems.length > 0) return targetProblems;
  if (postings.starts[0] !== 0 || !ascends(postings.starts)) return ['its target runs do not follow each other'];
  if (postings.populated !== links.targets.length) return ['its links and their inverse differ in number'];
  const next = postings.starts.slice();
  for (let doc = 0; doc < size; doc += 1) {
    for (let link = links.starts[doc]!; link < links.starts[doc + 1]!; link += 1) {
      const target = links.targets[link]!;
      const place = next[target]!++;
      if (place >= postings.starts[target + 1]! || postings.docs[place] !== doc) {
        return [`the link from item ${doc} to target ${target} has no inverse`];
      }
    }
  }
  return [];
}

/** Each must be there, and no item may link to one twice. */
function checkTargets({ starts, targets }: LinkIndex['links'], size: number): string[] {
  const linkedFrom = new Uint32Array(size);
  for (let doc = 0; doc + 1 < starts.length; doc += 1) {
    for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) {
      const target = targets[link]!;
      if (target >= size) return [`item ${doc} links to a target that is not there`];
      if (linkedFrom[target] === doc + 1) return [`item ${doc} links to target ${target} twice`];
      linkedFrom[target] = doc + 1;
    }
  }
  return [];
}

/** Each term of a doc stands there once, and the docs with any are those that are marked. */
function checkTextLists({ links, populated }: TextListIndex, size: number): string[] {
  const marked = new Bitset(size, populated);
  for (let doc = 0; doc < size; doc += 1) {
    const terms = links.targets.subarray(links.starts[doc]!, links.starts[doc + 1]!);
    if (marked.has(doc) !== terms.length > 0) return [`item ${doc} is marked otherwise than its values say`];
  }
  const isFull = size % 32 === 0;
  return isFull || (populated.at(-1) ?? 0) >>> (size % 32) === 0 ? [] : ['items are marked that are not there'];
}

function checkLinkage({ field, targets, linkage }: LinkIndex): string[] {
  const range = new LinkageRange();
  for (let target = 0; target < targets.size; target += 1) {
    const key = Buffer.from(targets.at(termId(target)));
    linkage.locate(termId(target), range);
    const shown = range.chunk.bytes.subarray(range.start, range.end);
    const expected = `{"type":"${field.to[key[0]!]}","id":${JSON.stringify(key.toString('utf8', 1))}},`;
    if (Buffer.from(shown).toString() !== expected) return [`the linkage of target ${target} shows another one`];
  }
  return [];
}
