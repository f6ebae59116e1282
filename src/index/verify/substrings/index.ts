/**
 * Checks substring search: the tree (tree), the bucket of every term's suffixes, first docs and frequent sets.
 *
 * Each check returns its findings as sentences; no check throws on contradictory bytes or takes quadratic time: checks that
 * would take quadratic time are made on a fixed sample.
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
    return [`${terms.size} values have a substring tree of ${tables.counts.length} nodes`];
  }
  const buckets = Array.from({ length: bucketCount }, (_, bucket) => substrings.bucket(bucket));
  for (const [bucket, listed] of buckets.entries()) {
    if (!isAscendingBelow(listed, terms.size)) {
      return [`the terms of bucket ${bucket} of the substring tree do not ascend`];
    }
  }
  const treeProblem = new TreeWalk(tables, buckets, terms, postings).findProblem();
  if (treeProblem !== undefined) return [treeProblem];
  const suffixProblems = checkSuffixes({ terms, substrings }, buckets);
  if (suffixProblems.length > 0) return suffixProblems;
  const firstDocsProblems = checkFirstDocs(index, buckets);
  return firstDocsProblems.length > 0 ? firstDocsProblems : checkFrequentSets(index, buckets);
}

function checkFirstDocs({ substrings, firstDocs, postings }: SubstringTextIndex, buckets: Uint32Array[]): string[] {
  const { nodes, numbers } = firstDocs;
  const { tables } = substrings;
  // The build chooses the number of docs and of nodes, but a node without first docs must not have more docs than one with them.
  const docsPerNode = numbers.length / Math.max(1, nodes.length);
  const storedNodes = new Set(nodes);
  let docsAbove = docsPerNode;
  for (const [node, count] of tables.counts.entries()) {
    if (!storedNodes.has(node)) docsAbove = Math.max(docsAbove, count);
  }
  const pass = new FirstDocsPass(tables, postings, { docsPerNode, docsAbove });
  for (const bucket of buckets) pass.add(bucket);
  const expected = pass.result();
  if (Buffer.compare(viewBytes(expected.nodes), viewBytes(nodes)) !== 0) {
    return ['first items are stored for other substrings than the most frequent ones'];
  }
  const wrongIndex = numbers.findIndex((doc, index) => doc !== expected.numbers[index]);
  return wrongIndex < 0
    ? []
    : [
        `the first items of node ${nodes[Math.floor(wrongIndex / docsPerNode)]} of the substring tree are not its first ones`,
      ];
}

/** The build chooses the number of sets, but they must be the sets of the substrings in most docs. */
function checkFrequentSets(
  { substrings, frequentSets, postings }: SubstringTextIndex,
  buckets: Uint32Array[],
): string[] {
  const { nodes, numbers: words } = frequentSets;
  const { tables } = substrings;
  const expected = selectFrequentNodes(tables.counts, postings.docs.length, nodes.length);
  if (Buffer.compare(viewBytes(expected), viewBytes(nodes)) !== 0) {
    return ['sets of items are stored for other substrings than the most frequent ones'];
  }
  const pass = new FrequentSetsPass(tables, nodes, postings);
  for (const bucket of buckets) pass.add(bucket);
  const expectedWords = pass.result().numbers;
  const wrongIndex = words.findIndex((word, index) => word !== expectedWords[index]);
  if (wrongIndex < 0) return [];
  const node = nodes[Math.floor((wrongIndex * nodes.length) / words.length)];
  return [`the set of items of node ${node} of the substring tree differs from the items of its values`];
}

const viewBytes = ({ buffer, byteOffset, byteLength }: Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function isAscendingBelow(terms: Uint32Array, end: number): boolean {
  for (let i = 1; i < terms.length; i += 1) if (terms[i - 1]! >= terms[i]!) return false;
  return terms.length > 0 && terms[terms.length - 1]! < end;
}

/** Every suffix of a term must lead to a bucket that contains the term. */
function checkSuffixes(
  { terms, substrings }: Pick<SubstringTextIndex, 'terms' | 'substrings'>,
  buckets: Uint32Array[],
): string[] {
  if (buckets.length === 0) return [];
  const suffixCount = Math.max(2, Math.min(suffixesPerTerm, Math.floor(suffixesMaximum / terms.size)));
  let scratch = new Uint8Array(1024);
  for (let term = 0; term < terms.size; term += 1) {
    const bytes = terms.at(termId(term));
    const end = bytes.byteLength;
    if (end >= scratch.byteLength) scratch = new Uint8Array(end * 2);
    scratch.set(bytes);
    // With the end-of-term byte appended, a suffix leads to one bucket even if it is a node's string.
    scratch[end] = 0;
    const step = Math.ceil(end / suffixCount);
    // Start at different positions in different terms.
    for (let start = term % step; start < end; start += step) {
      if ((bytes[start]! & 0xc0) === 0x80) continue;
      const place = substrings.find(scratch.subarray(start, end + 1));
      const listedTerms = place.kind === 'bucket' ? buckets[place.bucket] : undefined;
      if (listedTerms === undefined || !containsAscending(listedTerms, term)) {
        return [`value ${term} is not found by its bytes from ${start} on`];
      }
    }
  }
  return [];
}
