/**
 * Whether a doc links to the same items in both snapshots: distinct targets are matched once, then compared as numbers.
 */
import { type DocId, type TermId, termId } from '../../content/model/index.js';
import { countBelow } from '../../index/termdict/index.js';
import { eachCommon, NONE } from './match-items.js';
import type { RelationshipLinks } from './type-content.js';

/** Whether the values of a field differ between a doc of the earlier and a doc of the later snapshot. */
export type Differs = (before: DocId, after: DocId) => boolean;

/** @returns target before → the same target after, or NONE. Cost: O(distinct targets). */
function matchTargets(before: RelationshipLinks, after: RelationshipLinks): Uint32Array {
  const matches = new Uint32Array(before.targets.size).fill(NONE);
  const rangeOf = ({ field, targets }: RelationshipLinks, type: string) => {
    const startOf = (index: number): TermId =>
      index === field.to.length ? termId(targets.size) : countBelow(targets, Uint8Array.of(index));
    const index = field.to.indexOf(type);
    return { terms: targets, start: startOf(index), end: startOf(index + 1) };
  };
  for (const type of before.field.to) {
    if (!after.field.to.includes(type)) continue;
    eachCommon(rangeOf(before, type), rangeOf(after, type), 1, (i, j) => {
      matches[i] = j;
    });
  }
  return matches;
}

/** @returns the comparison of one relationship. A doc differs if its number of links or any target differs. */
export function linksDiffer(before: RelationshipLinks, after: RelationshipLinks): Differs {
  const matches = matchTargets(before, after);
  const [a, b] = [before.links, after.links];
  return (docBefore, docAfter) => {
    const count = a.countOf(docBefore);
    if (count !== b.countOf(docAfter)) return true;
    const [startBefore, startAfter] = [a.starts[docBefore]!, b.starts[docAfter]!];
    for (let i = 0; i < count; i += 1) {
      // An unmatched target is NONE, which no target of the later snapshot equals.
      if (matches[a.targets[startBefore + i]!] !== b.targets[startAfter + i]) return true;
    }
    return false;
  };
}
