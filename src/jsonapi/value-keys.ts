/**
 * Surrogate keys by value: a list that selects one value of a field depends only on items that have or had that value.
 *
 * If an item neither gains nor loses the selected value, its membership and its place in the list are unchanged: a field
 * that orders has one value per item. So value keys replace `fieldKey` for filters and for sorting. `fieldKey` is still needed
 * if two conditions compare the field, and if the field is counted, because a facet may ignore the condition.
 *
 * The keys are made from marks of a value: the folded value, and its prefixes of one to three characters. A list has the key
 * of one mark, a purge has the keys of all. Folding lets one key serve operators that distinguish case and operators that
 * do not: values that are equal, or begin alike, still do so after folding.
 */
import { crc32 } from 'node:zlib';
import {
  entryOf,
  entryOfType,
  type Field,
  foldOf,
  type Operator,
  operatorsOf,
  type ValueKind,
} from '../content/model/index.js';
import type { Condition, Filter, Operand } from '../engine/query/index.js';
import { foldCase } from '../index/termdict/index.js';
import { fieldKey } from './surrogate-keys.js';

/** A value as a document shows it; for a link, the id of its target. */
export type MarkedValue = string | number;

const prefixLengthMaximum = 3;
/** Maximum number of values of `_in` that get keys of their own: each needs room in the header. */
const listLengthMaximum = 4;

const wholeMark = (value: MarkedValue | bigint): string => `=${foldCase(String(value))}`;

/** @returns the mark of the first `length` characters of the folded text; undefined if it has fewer */
function prefixMark(text: string, length: number): string | undefined {
  const characters = Array.from(foldCase(text.slice(0, 2 * prefixLengthMaximum))).slice(0, length);
  return characters.length === length ? `^${characters.join('')}` : undefined;
}

/** Kinds of values with marks. A boolean changes between its only two values; other kinds have several spellings of a value. */
const MARKED_KINDS: readonly ValueKind[] = ['integer', 'link', 'text'];

/** Whether values of the field have keys. Marks keep accents, so they cannot serve operators that ignore them. */
export const hasMarks = (field: Field): boolean =>
  foldOf(field) !== 'accents' && MARKED_KINDS.includes(entryOfType(field.type).value) && operatorsOf(field).length > 0;

const matchesPrefix = (operator: Operator): boolean => {
  const { meaning } = entryOf(operator);
  return meaning.asks === 'part' && meaning.place === 'start';
};

/** @returns every mark of a value of the field. Cost: O(length). */
export function marksOf(field: Field, value: MarkedValue): readonly string[] {
  const marks = [wholeMark(value)];
  if (typeof value !== 'string' || !operatorsOf(field).some(matchesPrefix)) return marks;
  for (let length = 1; length <= prefixLengthMaximum; length += 1) {
    const mark = prefixMark(value, length);
    if (mark === undefined) break;
    marks.push(mark);
  }
  return marks;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

function markOfOperand(operand: Operand): string | undefined {
  switch (operand.kind) {
    case 'text':
    case 'itemId':
      return wholeMark(textOf(operand.bytes));
    case 'number':
      return operand.scale === 0 ? wholeMark(operand.digits) : undefined;
    case 'boolean':
    case 'area':
    case 'instant':
    case 'populated':
    case 'list':
      return undefined;
  }
}

const marksOfOperands = (operands: readonly Operand[]): readonly string[] | undefined => {
  const marks = operands.flatMap((operand) => markOfOperand(operand) ?? []);
  return marks.length === operands.length && marks.length <= listLengthMaximum ? marks : undefined;
};

/** @returns marks such that every matching item has one of them; undefined if there are none, or too many */
function marksOfCondition({ operator, operand }: Condition): readonly string[] | undefined {
  const { meaning } = entryOf(operator);
  switch (meaning.asks) {
    case 'order':
      return meaning.sign === '=' ? marksOfOperands([operand]) : undefined;
    case 'membership':
      return meaning.isIn && operand.kind === 'list' ? marksOfOperands(operand.values) : undefined;
    case 'part': {
      if (meaning.place !== 'start' || operand.kind !== 'text') return undefined;
      const text = textOf(operand.bytes);
      for (let length = prefixLengthMaximum; length > 0; length -= 1) {
        const mark = prefixMark(text, length);
        if (mark !== undefined) return [mark];
      }
      return undefined;
    }
    case 'area':
    case 'populated':
      return undefined;
  }
}

/**
 * @returns by field, marks such that every selected item has one of them; without fields that two conditions compare
 * Cost: O(conditions).
 */
export function requiredMarks(filter: Filter | undefined): ReadonlyMap<string, readonly string[]> {
  const conditionedFields = new Set<string>();
  const marksByField = new Map<string, readonly string[]>();
  const visit = (part: Filter, isRequired: boolean): void => {
    switch (part.kind) {
      case 'not':
        visit(part.child, false);
        return;
      case 'and':
      case 'or':
        for (const child of part.children) visit(child, isRequired && part.kind === 'and');
        return;
      case 'through':
        marksByField.delete(part.relationship);
        conditionedFields.add(part.relationship);
        return;
      case 'condition': {
        const marks = isRequired && !conditionedFields.has(part.field) ? marksOfCondition(part) : undefined;
        if (marks === undefined) marksByField.delete(part.field);
        else marksByField.set(part.field, marks);
        conditionedFields.add(part.field);
      }
    }
  };
  if (filter !== undefined) visit(filter, true);
  return marksByField;
}

/** On every answer with a `valueKey` of the field; purged if too many values have changed to name each. */
export const anyValueKey = (type: string, field: string): string => `${fieldKey(type, field)}:`;

export const valueKey = (type: string, field: string, mark: string): string =>
  `${anyValueKey(type, field)}${crc32(mark).toString(36)}`;
