/**
 * Checks substring search: the tree (tree), the bucket of every term's suffixes, first docs and frequent sets.
 *
 * Each check returns its findings as sentences; none throws on contradictory bytes, and none takes quadratic time: checks that
 * would are made on a fixed sample.
 */
import { termId } from '../../../content/model/index.js';
import { containsAscending } from '../../../format/index.js';
import type { SubstringTextIndex } from '../../segment/index.js';
import { BUCKET_TERMS, FirstDocsPass, FrequentSetsPass, selectFrequentNodes } from '../../termdict/index.js';

import { TreeWalk } from './tree.js';

export { checkLists } from './lists.js';

/** Maximum number of suffixes checked per term: all of them would take quadratic time. */
const suffixesPerTerm = 16;
/** Maximum number of suffixes checked in all, but at least two per term. */
const suffixesMaximum = 2 ** 19;
/** @returns at most one problem. Cost: O(terms · depth + entries of all buckets · levels counted). */
export function checkSubstrings(index: SubstringTextIndex): string[] {
  const { terms, substrings, postings } = index;
  const { tables, bucketCount } = substrings;
  if (tables.counts.length > 0 !== terms.size > BUCKET_TERMS) {
    return [`${terms.size} values have ${tables.counts.length} nodes of substrings`];
  }
  const buckets = Array.from({ length: bucketCount }, (_, bucket) => substrings.bucket(bucket));
  for (const [bucket, listed] of buckets.entries()) {
    if (!isAscendingBelow(listed, terms.size)) {
      return [`bucket ${bucket} of the substring tree does not hold terms in ascending order`];
    }
  }
  const wrong = new TreeWalk(tables, buckets, terms, postings).problem();
  if (wrong !== undefined) return [wrong];
  const suffixes = checkSuffixes({ terms, substrings }, buckets);
  if (suffixes.length > 0) return suffixes;
  const first = checkFirstDocs(index, buckets);
  return first.length > 0 ? first : checkFrequentSets(index, buckets);
}

function checkFirstDocs({ substrings, firstDocs, postings }: SubstringTextIndex, buckets: Uint32Array[]): string[] {
  const { nodes, numbers } = firstDocs;
  const { tables } = substrings;
  // The build chooses the number of docs and of nodes, but a node without first docs must not have more docs than one with them.
  const each = numbers.length / Math.max(1, nodes.length);
  const stored = new Set(nodes);
  const above = tables.counts.reduce((most, count, node) => (stored.has(node) ? most : Math.max(most, count)), each);
  const pass = new FirstDocsPass(tables, postings, { docsPerNode: each, docsAbove: above });
  for (const bucket of buckets) pass.add(bucket);
  const expected = pass.result();
  if (Buffer.compare(bytesOf(expected.nodes), bytesOf(nodes)) !== 0) {
    return ['first items are kept of other substrings than the frequent ones'];
  }
  const wrong = numbers.findIndex((doc, place) => doc !== expected.numbers[place]);
  return wrong < 0
    ? []
    : [`the first items of node ${nodes[Math.floor(wrong / each)]} of the substring tree are others`];
}

/** The build chooses the number of sets, but they must be those of the substrings in most docs. */
function checkFrequentSets(
  { substrings, frequentSets, postings }: SubstringTextIndex,
  buckets: Uint32Array[],
): string[] {
  const { nodes, numbers: words } = frequentSets;
  const { tables } = substrings;
  const expected = selectFrequentNodes(tables.counts, postings.docs.length, nodes.length);
  if (Buffer.compare(bytesOf(expected), bytesOf(nodes)) !== 0) {
    return ['sets of items are kept of other substrings than the most frequent ones'];
  }
  const pass = new FrequentSetsPass(tables, nodes, postings);
  for (const bucket of buckets) pass.add(bucket);
  const right = pass.result().numbers;
  const wrong = words.findIndex((word, place) => word !== right[place]);
  if (wrong < 0) return [];
  const node = nodes[Math.floor((wrong * nodes.length) / words.length)];
  return [`the set of items of node ${node} of the substring tree is another`];
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function isAscendingBelow(listed: Uint32Array, end: number): boolean {
  for (let i = 1; i < listed.length; i += 1) if (listed[i - 1]! >= listed[i]!) return false;
  return listed.length > 0 && listed[listed.length - 1]! < end;
}

/** Every suffix of a term must lead to a bucket that contains the term. */
function checkSuffixes(
  { terms, substrings }: Pick<SubstringTextIndex, 'terms' | 'substrings'>,
  buckets: Uint32Array[],
): string[] {
  if (buckets.length === 0) return [];
  const wanted = Math.max(2, Math.min(suffixesPerTerm, Math.floor(suffixesMaximum / terms.size)));
  let scratch = new Uint8Array(1024);
  for (let term = 0; term < terms.size; term += 1) {
    const bytes = terms.at(termId(term));
    const end = bytes.byteLength;
    if (end >= scratch.byteLength) scratch = new Uint8Array(end * 2);
    scratch.set(bytes);
    // With the end-of-term byte appended, a suffix leads to one bucket even if it is a node's string.
    scratch[end] = 0;
    const step = Math.ceil(end / wanted);
    // Start at different positions in different terms.
    for (let start = term % step; start < end; start += step) {
      if ((bytes[start]! & 0xc0) === 0x80) continue;
      const place = substrings.find(scratch.subarray(start, end + 1));
      const listed = place.kind === 'bucket' ? buckets[place.bucket] : undefined;
      if (listed === undefined || !containsAscending(listed, term)) {
        return [`value ${term} is not found by its bytes from ${start} on`];
      }
    }
  }
  return [];
}
