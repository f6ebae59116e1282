/**
 * Surrogate keys by value: a list of which every item must have a certain value in a field, or one with a certain
 * beginning, depends on that field by those items alone that have, or had, such a value.
 *
 * An item that has gained or lost no such value is in the list as before, and in its place: a field that orders has one
 * value, so an item that has it still has all of it. So these keys stand in place of `fieldKey`, for filter and order
 * alike. `fieldKey` stays where the field is asked for twice, as another condition may look at its other values, and where
 * it is counted, as a facet may count without the condition.
 *
 * Values are compared folded, so that one key serves operators that mind upper and lower case and those that do not: a
 * value that equals another, or begins with it, does so folded, too. What of a value has a key are its marks: itself,
 * and its beginnings of one to three characters. A list names one mark of a value, a purge names all.
 */
import { crc32 } from 'node:zlib';
import {
  entryOf,
  entryOfType,
  type Field,
  type Operator,
  operatorsOf,
  type ValueKind,
} from '../content/model/index.js';
import type { Condition, Filter, Operand } from '../engine/query/index.js';
import { foldCase } from '../index/termdict/index.js';
import { fieldKey } from './surrogate-keys.js';

/** As a document shows it; of a link, the id of its target. */
export type MarkedValue = string | number;

const prefixLengthMaximum = 3;
/** Of a list of values in a request; each takes room in the header. */
const listLengthMaximum = 4;

const wholeMark = (value: MarkedValue | bigint): string => `=${foldCase(String(value))}`;

/** @returns the mark of so many characters of the folded text; undefined where it has fewer */
function prefixMark(text: string, length: number): string | undefined {
  const characters = Array.from(foldCase(text.slice(0, 2 * prefixLengthMaximum))).slice(0, length);
  return characters.length === length ? `^${characters.join('')}` : undefined;
}

/** True and false are both marks of a change; the others that are missing here have values in more than one spelling. */
const MARKED_KINDS: readonly ValueKind[] = ['integer', 'link', 'text'];

/** Whether lists that select by the field's value can be named by it. */
export const hasMarks = (field: Field): boolean =>
  MARKED_KINDS.includes(entryOfType(field.type).value) && operatorsOf(field).length > 0;

const matchesPrefix = (operator: Operator): boolean => {
  const { meaning } = entryOf(operator);
  return meaning.asks === 'part' && meaning.place === 'start';
};

/** @returns every mark of a value that the field has. Cost: O(length). */
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

/** @returns marks of which every item has one that the condition holds for; undefined where there are none, or many */
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
 * @returns by field, marks of which every item has one that the filter selects; nothing of a field that it asks for twice
 * Cost: O(conditions).
 */
export function requiredMarks(filter: Filter | undefined): ReadonlyMap<string, readonly string[]> {
  const asked = new Set<string>();
  const demanded = new Map<string, readonly string[]>();
  const visit = (part: Filter, isDemanded: boolean): void => {
    switch (part.kind) {
      case 'not':
        visit(part.child, false);
        return;
      case 'and':
      case 'or':
        for (const child of part.children) visit(child, isDemanded && part.kind === 'and');
        return;
      case 'through':
        demanded.delete(part.relationship);
        asked.add(part.relationship);
        return;
      case 'condition': {
        const marks = isDemanded && !asked.has(part.field) ? marksOfCondition(part) : undefined;
        if (marks === undefined) demanded.delete(part.field);
        else demanded.set(part.field, marks);
        asked.add(part.field);
      }
    }
  };
  if (filter !== undefined) visit(filter, true);
  return demanded;
}

/** On every answer with a `valueKey` of the field, to be purged where more values have changed than are worth naming. */
export const anyValueKey = (type: string, field: string): string => `${fieldKey(type, field)}:`;

export const valueKey = (type: string, field: string, mark: string): string =>
  `${anyValueKey(type, field)}${crc32(mark).toString(36)}`;
