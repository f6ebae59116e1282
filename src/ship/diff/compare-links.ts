/**
 * Compares the links of a doc in both snapshots: distinct targets are matched once, then compared as numbers.
 */
import { type DocId, type TermId, termId } from '../../content/model/index.js';
import { countBelow } from '../../index/termdict/index.js';
import { NONE, visitCommonTerms } from './match-items.js';
import type { RelationshipLinks } from './type-content.js';

/** Whether the values of a field differ between a doc of the earlier and a doc of the later snapshot. */
export type Differs = (before: DocId, after: DocId) => boolean;

/** @returns target before → the same target after, or NONE. Cost: O(distinct targets). */
function matchTargets(before: RelationshipLinks, after: RelationshipLinks): Uint32Array {
  const matches = new Uint32Array(before.targets.size).fill(NONE);
  const findRange = ({ field, targets }: RelationshipLinks, type: string) => {
    const findStart = (index: number): TermId =>
      index === field.to.length ? termId(targets.size) : countBelow(targets, Uint8Array.of(index));
    const index = field.to.indexOf(type);
    return { terms: targets, start: findStart(index), end: findStart(index + 1) };
  };
  for (const type of before.field.to) {
    if (!after.field.to.includes(type)) continue;
    visitCommonTerms(findRange(before, type), findRange(after, type), 1, (index, termAfter) => {
      matches[index] = termAfter;
    });
  }
  return matches;
}

/** @returns the comparison of one relationship. A doc differs if its number of links or any target differs. */
export function compareLinks(before: RelationshipLinks, after: RelationshipLinks): Differs {
  const matches = matchTargets(before, after);
  const [linksBefore, linksAfter] = [before.links, after.links];
  return (docBefore, docAfter) => {
    const count = linksBefore.countOf(docBefore);
    if (count !== linksAfter.countOf(docAfter)) return true;
    const [startBefore, startAfter] = [linksBefore.starts[docBefore]!, linksAfter.starts[docAfter]!];
    for (let index = 0; index < count; index += 1) {
      // An unmatched target is NONE, which no target of the later snapshot equals.
      if (matches[linksBefore.targets[startBefore + index]!] !== linksAfter.targets[startAfter + index]) return true;
    }
    return false;
  };
}
