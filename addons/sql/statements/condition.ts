/**
 * One condition of a filter → SQL.
 *
 * An unpopulated value is NULL in its column, so comparisons with it are NULL; only rows for which a condition is true are
 * selected.
 * Elsewhere: conditions on integers (integers) and locations (area), combining conditions (filter).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  decimalText,
  entryOf,
  type Fold,
  foldOf,
  isHeldAs,
  isListOfTexts,
  isLocaleField,
  type Place,
  type Sign,
} from '../../../src/content/model/index.js';
import type { Condition, Operand, Value } from '../../../src/engine/query/index.js';
import { foldText } from '../../../src/index/termdict/index.js';
import { formatInstant } from '../load/cell-values.js';
import { ID_COLUMN, OWN_COLUMN, ownLocalesSql, trigramId } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { areaSql } from './area.js';
import { integerCondition, SIGN_FOR_FLOOR } from './integers.js';
import type { Parameters } from './parameters.js';
import { cutAtNullCharacter, escapeLike, membershipSql, reverseText } from './parameters.js';
import type { TypeSource } from './type-source.js';

export const TRUE = 'TRUE';
export const FALSE = 'FALSE';

const createMismatchError = ({ field, operator, operand }: Condition): InvariantError =>
  new InvariantError(`${operator} with a ${operand.kind} is not possible for ${field}`);

const utf8Text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/**
 * @param alias alias of the table of items
 * @throws InvariantError if the condition was not checked against the model
 */
export function conditionSql(source: TypeSource, alias: string, condition: Condition, parameters: Parameters): string {
  const { field: name, operator, operand } = condition;
  const field = name === ID_COLUMN ? undefined : source.field(name);
  if (field?.type === 'relationship') return linkCondition(source, alias, condition, parameters);
  if (field !== undefined && isLocaleField(field)) {
    return listCondition(ownLocalesSql(`${alias}.${quoteIdentifier(OWN_COLUMN)}`), condition, parameters);
  }
  const { meaning, unfolded } = entryOf(operator);
  const column = `${alias}.${unfolded === undefined ? source.column(name) : source.foldedTextColumn(name)}`;
  if (operand.kind === 'populated') return `${column} IS ${operand.value ? 'NOT ' : ''}NULL`;
  if (field !== undefined && isListOfTexts(field)) return listCondition(column, condition, parameters);
  if (field?.type === 'integer') return integerCondition(column, condition, parameters);
  if (operand.kind === 'list') {
    if (meaning.asks !== 'membership') throw createMismatchError(condition);
    return membershipSql(
      column,
      !meaning.isIn,
      parameters.add(parameterTexts(condition), `${sqlType(operand, condition)}[]`),
    );
  }
  if (operand.kind === 'area') return areaSql(column, operand.area, parameters);
  if (operand.kind === 'text') {
    const textColumn: TextColumn = {
      sql: column,
      trigramSql: name === ID_COLUMN ? trigramId(column) : column,
      fold: (field && foldOf(field)) ?? 'case',
      isReverseIndexed: field === undefined || isHeldAs(field, 'texts'),
    };
    return textCondition(textColumn, condition, utf8Text(operand.bytes), parameters);
  }
  const value = parameterText(operand, condition);
  if (value === undefined || meaning.asks !== 'order') throw createMismatchError(condition);
  return `${column} ${meaning.sign} ${parameters.add(value, sqlType(operand, condition))}`;
}

const SQL_TYPES_BY_OPERAND = {
  boolean: 'boolean',
  number: 'numeric',
  instant: 'timestamptz',
  text: 'text',
  itemId: 'text',
  area: 'float8',
} as const;

function sqlType(operand: Operand, condition: Condition): string {
  if (operand.kind === 'populated') throw createMismatchError(condition);
  if (operand.kind !== 'list') return SQL_TYPES_BY_OPERAND[operand.kind];
  return operand.values[0] === undefined ? 'text' : sqlType(operand.values[0], condition);
}

/** @returns the value as text; undefined for a text with U+0000, which no value equals */
function parameterText(value: Operand, condition: Condition): string | undefined {
  switch (value.kind) {
    case 'boolean':
      return String(value.value);
    case 'number':
      return decimalText(value.digits, value.scale);
    case 'instant':
      return formatInstant(value.ms);
    case 'text':
    case 'itemId': {
      const { text, isCut } = cutAtNullCharacter(utf8Text(value.bytes));
      return isCut ? undefined : text;
    }
    case 'area':
    case 'list':
    case 'populated':
      throw createMismatchError(condition);
  }
}

/** @returns the values of a condition as texts: one value, or the values of a list */
function parameterTexts(condition: Condition): readonly string[] {
  const { operand } = condition;
  const values: readonly Value[] =
    operand.kind === 'list' ? operand.values : operand.kind === 'populated' ? [] : [operand];
  return values.map((value) => parameterText(value, condition)).filter((value) => value !== undefined);
}

/** A column of texts. */
interface TextColumn {
  readonly sql: string;
  /** The column as its index of trigrams has it. */
  readonly trigramSql: string;
  /** How folded values of the column are made. */
  readonly fold: Fold;
  /** Whether the column has an index of its reversed texts. */
  readonly isReverseIndexed: boolean;
}

function textCondition(column: TextColumn, condition: Condition, operandText: string, parameters: Parameters): string {
  const { meaning, unfolded } = entryOf(condition.operator);
  const { text, isCut } = cutAtNullCharacter(unfolded === undefined ? operandText : foldText(operandText, column.fold));
  const populated = `${column.sql} IS NOT NULL`;
  const compareSql = (sign: Sign): string => `${column.sql} ${sign} ${parameters.add(text, 'text')}`;
  if (meaning.asks === 'part') {
    if (isCut) return FALSE;
    // The empty text is a part of every populated text.
    return text === '' ? populated : partCondition(column, meaning.place, text, parameters);
  }
  if (meaning.asks !== 'order') throw createMismatchError(condition);
  if (!isCut) return compareSql(meaning.sign);
  if (meaning.sign === '=') return FALSE;
  // The text before U+0000 sorts before the complete operand; longer texts with that prefix sort after it.
  return meaning.sign === '<>' ? populated : compareSql(SIGN_FOR_FLOOR[meaning.sign]);
}

function partCondition(
  { sql, trigramSql, isReverseIndexed }: TextColumn,
  place: Place,
  text: string,
  parameters: Parameters,
): string {
  const likeSql = (pattern: string): string => `LIKE ${parameters.add(pattern, 'text')}`;
  switch (place) {
    case 'anywhere':
      return `${trigramSql} ${likeSql(`%${escapeLike(text)}%`)}`;
    case 'start':
      return `${sql} ${likeSql(`${escapeLike(text)}%`)}`;
    case 'end':
      return isReverseIndexed
        ? `pg_catalog.reverse(${sql}) ${likeSql(`${escapeLike(reverseText(text))}%`)}`
        : `${sql} ${likeSql(`%${escapeLike(text)}`)}`;
  }
}

/** @returns a condition: the column's list contains one of the texts */
function listCondition(column: string, condition: Condition, parameters: Parameters): string {
  return `${column} && ${parameters.add(parameterTexts(condition), 'text[]')}`;
}

/** @returns a condition: the item links to one of the ids; for `_nin`: it has links, and none to these ids */
function linkCondition(source: TypeSource, alias: string, condition: Condition, parameters: Parameters): string {
  const { field, operator, operand } = condition;
  const links = `SELECT FROM ${source.linksTable(field)} AS l WHERE l.id = ${alias}.${source.column(ID_COLUMN)}`;
  if (operand.kind === 'populated') return `${operand.value ? '' : 'NOT '}EXISTS (${links})`;
  const linkedSql = `EXISTS (${links} AND l.target = ANY (${parameters.add(parameterTexts(condition), 'text[]')}))`;
  const { meaning } = entryOf(operator);
  return meaning.asks === 'membership' && !meaning.isIn ? `(EXISTS (${links}) AND NOT ${linkedSql})` : linkedSql;
}
