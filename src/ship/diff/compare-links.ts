/**
 * Compares the links of a doc in both snapshots: distinct targets are matched once, then compared as numbers.
 *
 * A target is stored as one byte, the index of its type in the field's `to`, and its id. So the targets of a type are one range
 * of the ascending dictionary.
 */
import { type DocId, termId } from '../../content/model/index.js';
import { countBelow } from '../../index/termdict/index.js';
import { NONE, type TermRange, visitCommonTerms } from './match-items.js';
import type { RelationshipLinks } from './type-content.js';

/** Whether the values of a field differ between a doc of the earlier and a doc of the later snapshot. */
export type Differs = (before: DocId, after: DocId) => boolean;

/** Bytes of a stored target before the id. */
const TYPE_BYTES = 1;

/** @returns the targets of one type, which is in the field's `to` */
function findTargetsOfType({ field, targets }: RelationshipLinks, type: string): TermRange {
  const typeIndex = field.to.indexOf(type);
  const isLastType = typeIndex + 1 === field.to.length;
  return {
    terms: targets,
    start: countBelow(targets, Uint8Array.of(typeIndex)),
    end: isLastType ? termId(targets.size) : countBelow(targets, Uint8Array.of(typeIndex + 1)),
  };
}

/** @returns target before → the same target after, or NONE. Cost: O(distinct targets). */
function matchTargets(before: RelationshipLinks, after: RelationshipLinks): Uint32Array {
  const matches = new Uint32Array(before.targets.size).fill(NONE);
  for (const type of before.field.to) {
    if (!after.field.to.includes(type)) continue;
    const [rangeBefore, rangeAfter] = [findTargetsOfType(before, type), findTargetsOfType(after, type)];
    // The index of the type may differ between the two models, so only the ids are compared.
    visitCommonTerms(rangeBefore, rangeAfter, TYPE_BYTES, (targetBefore, targetAfter) => {
      matches[targetBefore] = targetAfter;
    });
  }
  return matches;
}

/** @returns the comparison of one relationship. A doc differs if its number of links or any target differs. */
export function compareLinks(before: RelationshipLinks, after: RelationshipLinks): Differs {
  const matches = matchTargets(before, after);
  const linksBefore = before.links;
  const linksAfter = after.links;
  return (docBefore, docAfter) => {
    const count = linksBefore.countOf(docBefore);
    if (count !== linksAfter.countOf(docAfter)) return true;
    const firstBefore = linksBefore.starts[docBefore]!;
    const firstAfter = linksAfter.starts[docAfter]!;
    for (let index = 0; index < count; index += 1) {
      const targetBefore = linksBefore.targets[firstBefore + index]!;
      const targetAfter = linksAfter.targets[firstAfter + index]!;
      // An unmatched target is NONE, which no target of the later snapshot equals.
      if (matches[targetBefore] !== targetAfter) return true;
    }
    return false;
  };
}
