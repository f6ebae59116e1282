/**
 * One condition → SQL. A condition is true, false or NULL, and only what is true is selected; a value that is not there is
 * NULL in its column, so every comparison with it is NULL too.
 */
import { InvariantError } from '../../errors/index.js';
import { decimalText, isFolding, isListOfTexts, UNFOLDED } from '../../model/index.js';
import type { Condition, Operand, Value } from '../../query/index.js';
import { foldCase } from '../../termdict/index.js';
import { sqlInstant } from '../load/values.js';
import { ID_COLUMN } from '../schema/columns.js';
import { integerCondition } from './integers.js';
import { listedSql } from './lists-of-values.js';
import type { Parameters } from './parameters.js';
import type { TypeSource } from './source.js';
import { cutAtNull, likeText, reversed } from './texts.js';

export const TRUE = 'TRUE';
export const FALSE = 'FALSE';

const COMPARISONS = Object.freeze({ _eq: '=', _neq: '<>', _gt: '>', _gte: '>=', _lt: '<', _lte: '<=' });
type Comparison = keyof typeof COMPARISONS;
const isComparison = (operator: string): operator is Comparison => Object.hasOwn(COMPARISONS, operator);

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
  const column = `${alias}.${isFolding(operator) ? source.folded(name) : source.column(name)}`;
  if (operand.kind === 'populated') return `${column} IS ${operand.value ? 'NOT ' : ''}NULL`;
  if (field !== undefined && isListOfTexts(field)) return listCondition(column, condition, parameters);
  if (field?.type === 'integer') return integerCondition(column, condition, parameters);
  if (operand.kind === 'list') {
    const values = operand.values.map((value) => written(value, condition)).filter((value) => value !== undefined);
    return listedSql(column, operator === '_nin', parameters.add(values, `${typeOf(operand, condition)}[]`));
  }
  if (operand.kind === 'text') {
    const isShort = field === undefined || field.type === 'text' || field.type === 'select';
    return textCondition(column, condition, utf8Text(operand.bytes), isShort, parameters);
  }
  const value = written(operand, condition);
  if (value === undefined || !isComparison(operator)) throw mismatch(condition);
  return `${column} ${COMPARISONS[operator]} ${parameters.add(value, typeOf(operand, condition))}`;
}

function typeOf(operand: Operand, condition: Condition): string {
  switch (operand.kind) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'numeric';
    case 'instant':
      return 'timestamptz';
    case 'text':
    case 'itemId':
      return 'text';
    case 'list':
      return operand.values[0] === undefined ? 'text' : typeOf(operand.values[0], condition);
    case 'populated':
      throw mismatch(condition);
  }
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
    case 'list':
    case 'populated':
      throw mismatch(condition);
  }
}

/** @param isShort whether the column has its reversed texts in an index */
function textCondition(
  column: string,
  condition: Condition,
  given: string,
  isShort: boolean,
  parameters: Parameters,
): string {
  const operator = isFolding(condition.operator) ? UNFOLDED[condition.operator] : condition.operator;
  const { text, isCut } = cutAtNull(isFolding(condition.operator) ? foldCase(given) : given);
  const populated = `${column} IS NOT NULL`;
  switch (operator) {
    case '_eq':
      return isCut ? FALSE : `${column} = ${parameters.add(text, 'text')}`;
    case '_neq':
      return isCut ? populated : `${column} <> ${parameters.add(text, 'text')}`;
    // What stands before the null character is less than all of it, and whatever else begins so is greater.
    case '_gt':
    case '_gte':
      return `${column} ${isCut ? '>' : COMPARISONS[operator]} ${parameters.add(text, 'text')}`;
    case '_lt':
    case '_lte':
      return `${column} ${isCut ? '<=' : COMPARISONS[operator]} ${parameters.add(text, 'text')}`;
    case '_contains':
    case '_startsWith':
    case '_endsWith':
      if (isCut) return FALSE;
      // In every populated text.
      if (text === '') return populated;
      return patternCondition(column, operator, text, isShort, parameters);
    case '_exists':
    case '_in':
    case '_nin':
      throw mismatch(condition);
  }
}

function patternCondition(
  column: string,
  operator: '_contains' | '_startsWith' | '_endsWith',
  text: string,
  isShort: boolean,
  parameters: Parameters,
): string {
  const like = (pattern: string): string => `LIKE ${parameters.add(pattern, 'text')}`;
  switch (operator) {
    case '_contains':
      return `${column} ${like(`%${likeText(text)}%`)}`;
    case '_startsWith':
      return `${column} ${like(`${likeText(text)}%`)}`;
    case '_endsWith':
      return isShort
        ? `pg_catalog.reverse(${column}) ${like(`${likeText(reversed(text))}%`)}`
        : `${column} ${like(`%${likeText(text)}`)}`;
  }
}

/** Whether any text of a list is equal. An empty text is delivered and is no value: nothing is equal to it. */
function listCondition(column: string, condition: Condition, parameters: Parameters): string {
  const { operand } = condition;
  const values: readonly Value[] =
    operand.kind === 'list' ? operand.values : operand.kind === 'populated' ? [] : [operand];
  const texts = values
    .map((value) => written(value, condition))
    .filter((text) => text !== undefined)
    .filter((text) => text !== '');
  return `${column} && ${parameters.add(texts, 'text[]')}`;
}

/** Whether an item links to any of the ids, or for `_nin` to something and to none of them. */
function linkCondition(source: TypeSource, alias: string, condition: Condition, parameters: Parameters): string {
  const { field, operator, operand } = condition;
  const values: readonly Value[] =
    operand.kind === 'list' ? operand.values : operand.kind === 'populated' ? [] : [operand];
  const ids = values.map((value) => written(value, condition)).filter((id) => id !== undefined);
  const links = `SELECT FROM ${source.links(field)} AS l WHERE l.id = ${alias}.${source.column(ID_COLUMN)}`;
  const linked = `EXISTS (${links} AND l.target = ANY (${parameters.add(ids, 'text[]')}))`;
  return operator === '_nin' ? `(EXISTS (${links}) AND NOT ${linked})` : linked;
}
