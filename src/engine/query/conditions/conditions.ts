/**
 * One condition → its source, by the kind of the field's index.
 *
 * Elsewhere: fields with one value per doc (value-conditions), relationships and lists of texts (link-conditions).
 */

import { InvariantError } from '../../../content/errors/index.js';
import { FIND_TERM, FIND_TERM_BYTE } from '../../../index/costs/index.js';
import { fieldIndex, type TypeSegment } from '../../../index/segment/index.js';
import type { Condition, Operand } from '../query-tree.js';
import type { Source } from '../sources/source.js';
import { linkSource, textListSource } from './link-conditions.js';
import { localeSource } from './locale-conditions.js';
import { valueSource } from './value-conditions.js';

/** @throws InvariantError if the condition was not checked against the segment's model */
export function sourceOf(segment: TypeSegment, condition: Condition): Source {
  const index = fieldIndex(segment, condition.field);
  if (index === undefined) throw new InvariantError(`no index for ${condition.field} of ${segment.type.name}`);
  const { arena } = segment;
  const { operand } = condition;
  arena.budget.spend(lookupCost(operand));
  if (index.kind === 'links') return linkSource(index, condition, arena);
  if (index.kind === 'textLists') return textListSource(index, condition, arena);
  if (index.kind === 'locales') return localeSource(index, condition, arena);
  return valueSource(index, condition, arena);
}

/** Cost of finding the operand's values among terms. */
function lookupCost(operand: Operand): number {
  if (operand.kind === 'list') {
    let cost = 0;
    for (const value of operand.values) cost += lookupCost(value);
    return cost;
  }
  const isText = operand.kind === 'text' || operand.kind === 'itemId';
  return FIND_TERM + (isText ? operand.bytes.byteLength * FIND_TERM_BYTE : 0);
}
