/**
 * Conditions on relationships and on lists of texts → sources. A doc may have several targets or texts.
 *
 * Elsewhere: the sources (sources/link-source), fields with one value per doc (value-conditions).
 */
import { entryOf, type TermId, termId } from '../../../content/model/index.js';
import type { Arena } from '../../../index/docset/index.js';
import {
  type FilteredLinkIndex,
  isFilteredLink,
  type LinkIndex,
  type TextListIndex,
} from '../../../index/segment/index.js';
import { termBounds } from '../../../index/termdict/index.js';
import type { Condition, Operand } from '../query-tree.js';
import { complement } from '../sources/complement.js';
import { linkedTo, linkedToAny, linkedToAnything, linkedToOtherTargets } from '../sources/link-source.js';
import { docList } from '../sources/list-source.js';
import { storedSetSource } from '../sources/set-source.js';
import type { Source } from '../sources/source.js';
import { mismatchError } from './mismatch.js';

/** @returns the docs with a text that is equal to the operand, or to one of its values; for `_exists`, the docs with any text */
export function textListSource(index: TextListIndex, condition: Condition, arena: Arena): Source {
  const { operand } = condition;
  const { meaning, ofLists } = entryOf(condition.operator);
  if (ofLists !== true) throw mismatchError(condition, index);
  if (operand.kind === 'populated') {
    const populated = storedSetSource(index.populated, 'docs with a value', arena);
    return operand.value ? populated : complement(populated, arena.size);
  }
  const values: readonly Operand[] = operand.kind === 'list' ? operand.values : [operand];
  if ((meaning.asks === 'membership') !== (operand.kind === 'list')) throw mismatchError(condition, index);
  const terms = new Set<TermId>();
  for (const value of values) {
    if (value.kind !== 'text') throw mismatchError(condition, index);
    const { below, upTo } = termBounds(index.terms, value.bytes);
    if (upTo > below) terms.add(below);
  }
  return linkedToTargets(index, [...terms], 'value', arena);
}

/** @returns the docs with a link to any of the targets */
function linkedToTargets(
  index: FilteredLinkIndex | TextListIndex,
  targets: readonly TermId[],
  keyName: string,
  arena: Arena,
): Source {
  const ascending = Uint32Array.from(targets).sort();
  const [only, another] = ascending;
  if (only === undefined) return docList(new Uint32Array(0), `docs by ${keyName}`);
  if (another === undefined)
    return { ...linkedTo(index.links, index.postings, termId(only)), structure: `docs by ${keyName}` };
  return linkedToAny(index.postings, ascending, keyName, arena);
}

export function linkSource(index: LinkIndex, condition: Condition, arena: Arena): Source {
  const { meaning } = entryOf(condition.operator);
  if (condition.operand.kind === 'populated') {
    const linked = linkedToAnything(index, arena);
    return condition.operand.value ? linked : complement(linked, arena.size);
  }
  const isMembership = meaning.asks === 'membership';
  const isEquality = meaning.asks === 'order' && meaning.sign === '=';
  const hasList = condition.operand.kind === 'list';
  const isFitting = isMembership ? hasList : isEquality && !hasList;
  const ids = readIds(condition.operand);
  if (ids === undefined || !isFilteredLink(index) || !isFitting) throw mismatchError(condition, index);
  const targets = [...new Set(ids.flatMap((id) => targetsWithId(index, id)))];
  if (isMembership && !meaning.isIn) return linkedToOtherTargets(index, Uint32Array.from(targets).sort(), arena);
  return linkedToTargets(index, targets, 'link target', arena);
}

/** @returns undefined if the operand has a value that is not an id */
function readIds(operand: Operand): readonly Uint8Array[] | undefined {
  const values: readonly Operand[] = operand.kind === 'list' ? operand.values : [operand];
  const ids: Uint8Array[] = [];
  for (const value of values) {
    if (value.kind !== 'itemId') return undefined;
    ids.push(value.bytes);
  }
  return ids;
}

/** @returns one target for each type of the relationship that has a linked item with this id */
function targetsWithId({ field, targets }: LinkIndex, id: Uint8Array): readonly TermId[] {
  const key = new Uint8Array(1 + id.byteLength);
  key.set(id, 1);
  const terms: TermId[] = [];
  for (let typeIndex = 0; typeIndex < field.to.length; typeIndex += 1) {
    key[0] = typeIndex;
    const { below, upTo } = termBounds(targets, key);
    if (upTo > below) terms.push(below);
  }
  return terms;
}
