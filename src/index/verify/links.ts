/**
 * Checks the links of a relationship with their inverse and rendered linkage, and the terms of lists of texts.
 */
import { termId } from '../../content/model/index.js';
import { Bitset } from '../docset/index.js';
import { LinkageRange } from '../documents/index.js';
import type { LinkIndex, TextListIndex } from '../segment/index.js';
import { areTermsAscending, isAscending } from './runs.js';

export function checkLinks(
  { links, postings }: Pick<LinkIndex, 'links' | 'postings'>,
  targets: LinkIndex['targets'],
  size: number,
  linksMaximum: number,
): string[] {
  const overfullItem = links.starts.findIndex((start, doc) => doc > 0 && start - links.starts[doc - 1]! > linksMaximum);
  if (overfullItem >= 0) return [`item ${overfullItem - 1} has more links than ${linksMaximum}`];
  if (!areTermsAscending(targets)) return ['targets are not in ascending order'];
  if (links.starts[0] !== 0 || !isAscending(links.starts)) return ['links do not ascend from 0'];
  const targetProblems = checkTargets(links, targets.size);
  if (postings === undefined || targetProblems.length > 0) return targetProblems;
  if (postings.starts[0] !== 0 || !isAscending(postings.starts)) return ['target runs do not ascend from 0'];
  if (postings.populated !== links.targets.length) return ['links and their inverse differ in number'];
  const nextIndex = postings.starts.slice();
  for (let doc = 0; doc < size; doc += 1) {
    for (let link = links.starts[doc]!; link < links.starts[doc + 1]!; link += 1) {
      const target = links.targets[link]!;
      const index = nextIndex[target]!++;
      if (index >= postings.starts[target + 1]! || postings.docs[index] !== doc) {
        return [`the link from item ${doc} to target ${target} has no inverse`];
      }
    }
  }
  return [];
}

/** Each target must exist, and no item may link to a target twice. */
function checkTargets({ starts, targets }: LinkIndex['links'], size: number): string[] {
  const lastLinkingDoc = new Uint32Array(size);
  for (let doc = 0; doc + 1 < starts.length; doc += 1) {
    for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) {
      const target = targets[link]!;
      if (target >= size) return [`item ${doc} links to a missing target`];
      if (lastLinkingDoc[target] === doc + 1) return [`item ${doc} links to target ${target} twice`];
      lastLinkingDoc[target] = doc + 1;
    }
  }
  return [];
}

/** The docs with a term must equal the stored bitset. */
export function checkTextLists({ links, populated }: TextListIndex, size: number): string[] {
  const marked = new Bitset(size, populated);
  for (let doc = 0; doc < size; doc += 1) {
    const terms = links.targets.subarray(links.starts[doc]!, links.starts[doc + 1]!);
    if (marked.has(doc) !== terms.length > 0) return [`the populated bit of item ${doc} contradicts its values`];
  }
  const isFull = size % 32 === 0;
  return isFull || (populated.at(-1) ?? 0) >>> (size % 32) === 0 ? [] : ['populated bits are set for missing items'];
}

export function checkLinkage({ field, targets, linkage }: LinkIndex): string[] {
  const range = new LinkageRange();
  for (let target = 0; target < targets.size; target += 1) {
    const key = Buffer.from(targets.at(termId(target)));
    linkage.locate(termId(target), range);
    const rendered = range.chunk.bytes.subarray(range.start, range.end);
    const expected = `{"type":"${field.to[key[0]!]}","id":${JSON.stringify(key.toString('utf8', 1))}},`;
    if (Buffer.from(rendered).toString() !== expected) return [`the linkage of target ${target} names another item`];
  }
  return [];
}
