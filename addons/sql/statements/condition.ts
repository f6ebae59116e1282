/**
 * One condition → SQL. A condition is true, false or NULL, and only what is true is selected; a value that is not there is
 * NULL in its column, so every comparison with it is NULL too.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  decimalText,
  entryOf,
  isHeldAs,
  isListOfTexts,
  type Place,
  type Sign,
} from '../../../src/content/model/index.js';
import type { Condition, Operand, Value } from '../../../src/engine/query/index.js';
import { foldCase } from '../../../src/index/termdict/index.js';
import { sqlInstant } from '../load/values.js';
import { ID_COLUMN } from '../schema/columns.js';
import { areaSql } from './area.js';
import { BETWEEN, integerCondition } from './integers.js';
import type { Parameters } from './parameters.js';
import { cutAtNull, likeText, listedSql, reversed } from './parameters.js';
import type { TypeSource } from './source.js';

export const TRUE = 'TRUE';
export const FALSE = 'FALSE';

const mismatch = ({ field, operator, operand }: Condition): InvariantError =>
  new InvariantError(`${operator} with a ${operand.kind} came to ${field}`);

const utf8Text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/**
 * @param alias of the table of items
 * @throws InvariantError when the condition was not checked against the model
 */
export function conditionSql(source: TypeSource, alias: string, condition: Condition, parameters: Parameters): string {
  const { field: name, operator, operand } = condition;
  const field = name === ID_COLUMN ? undefined : source.field(name);
  if (field?.type === 'relationship') return linkCondition(source, alias, condition, parameters);
  const { meaning, unfolded } = entryOf(operator);
  const column = `${alias}.${unfolded === undefined ? source.column(name) : source.folded(name)}`;
  if (operand.kind === 'populated') return `${column} IS ${operand.value ? 'NOT ' : ''}NULL`;
  if (field !== undefined && isListOfTexts(field)) return listCondition(column, condition, parameters);
  if (field?.type === 'integer') return integerCondition(column, condition, parameters);
  if (operand.kind === 'list') {
    if (meaning.asks !== 'membership') throw mismatch(condition);
    return listedSql(column, !meaning.isIn, parameters.add(writtenOf(condition), `${typeOf(operand, condition)}[]`));
  }
  if (operand.kind === 'area') return areaSql(column, operand.area, parameters);
  if (operand.kind === 'text') {
    const isShort = field === undefined || isHeldAs(field, 'texts');
    return textCondition(column, condition, utf8Text(operand.bytes), isShort, parameters);
  }
  const value = written(operand, condition);
  if (value === undefined || meaning.asks !== 'order') throw mismatch(condition);
  return `${column} ${meaning.sign} ${parameters.add(value, typeOf(operand, condition))}`;
}

const TYPES = {
  boolean: 'boolean',
  number: 'numeric',
  instant: 'timestamptz',
  text: 'text',
  itemId: 'text',
  area: 'float8',
} as const;

function typeOf(operand: Operand, condition: Condition): string {
  if (operand.kind === 'populated') throw mismatch(condition);
  if (operand.kind !== 'list') return TYPES[operand.kind];
  return operand.values[0] === undefined ? 'text' : typeOf(operand.values[0], condition);
}

/** @returns the value as a parameter; undefined for a text that no value can be equal to */
function written(value: Operand, condition: Condition): string | undefined {
  switch (value.kind) {
    case 'boolean':
      return String(value.value);
    case 'number':
      return decimalText(value.digits, value.scale);
    case 'instant':
      return sqlInstant(value.ms);
    case 'text':
    case 'itemId': {
      const { text, isCut } = cutAtNull(utf8Text(value.bytes));
      return isCut ? undefined : text;
    }
    case 'area':
    case 'list':
    case 'populated':
      throw mismatch(condition);
  }
}

/** @returns the values of a condition as parameters, of one value or of several */
function writtenOf(condition: Condition): readonly string[] {
  const { operand } = condition;
  const values: readonly Value[] =
    operand.kind === 'list' ? operand.values : operand.kind === 'populated' ? [] : [operand];
  return values.map((value) => written(value, condition)).filter((value) => value !== undefined);
}

/** @param isShort whether the column has its reversed texts in an index */
function textCondition(
  column: string,
  condition: Condition,
  given: string,
  isShort: boolean,
  parameters: Parameters,
): string {
  const { meaning, unfolded } = entryOf(condition.operator);
  const { text, isCut } = cutAtNull(unfolded === undefined ? given : foldCase(given));
  const populated = `${column} IS NOT NULL`;
  const compared = (sign: Sign): string => `${column} ${sign} ${parameters.add(text, 'text')}`;
  if (meaning.asks === 'part') {
    if (isCut) return FALSE;
    // In every populated text.
    return text === '' ? populated : partCondition(column, meaning.place, text, isShort, parameters);
  }
  if (meaning.asks !== 'order') throw mismatch(condition);
  if (!isCut) return compared(meaning.sign);
  if (meaning.sign === '=') return FALSE;
  // What stands before the null character is less than all of it, and whatever else begins so is greater.
  return meaning.sign === '<>' ? populated : compared(BETWEEN[meaning.sign]);
}

function partCondition(column: string, place: Place, text: string, isShort: boolean, parameters: Parameters): string {
  const like = (pattern: string): string => `LIKE ${parameters.add(pattern, 'text')}`;
  switch (place) {
    case 'anywhere':
      return `${column} ${like(`%${likeText(text)}%`)}`;
    case 'start':
      return `${column} ${like(`${likeText(text)}%`)}`;
    case 'end':
      return isShort
        ? `pg_catalog.reverse(${column}) ${like(`${likeText(reversed(text))}%`)}`
        : `${column} ${like(`%${likeText(text)}`)}`;
  }
}

/** Whether any text of a list is equal: those of the column, none of which is empty. */
function listCondition(column: string, condition: Condition, parameters: Parameters): string {
  return `${column} && ${parameters.add(writtenOf(condition), 'text[]')}`;
}

/** Whether an item links to any of the ids, or for `_nin` to something and to none of them. */
function linkCondition(source: TypeSource, alias: string, condition: Condition, parameters: Parameters): string {
  const { field, operator, operand } = condition;
  const links = `SELECT FROM ${source.links(field)} AS l WHERE l.id = ${alias}.${source.column(ID_COLUMN)}`;
  if (operand.kind === 'populated') return `${operand.value ? '' : 'NOT '}EXISTS (${links})`;
  const linked = `EXISTS (${links} AND l.target = ANY (${parameters.add(writtenOf(condition), 'text[]')}))`;
  const { meaning } = entryOf(operator);
  return meaning.asks === 'membership' && !meaning.isIn ? `(EXISTS (${links}) AND NOT ${linked})` : linked;
}
