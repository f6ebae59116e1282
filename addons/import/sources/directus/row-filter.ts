/**
 * Evaluates filters of Directus as a database does: a row matches, or does not, or the import cannot tell.
 *
 * Elsewhere: the rules that have the filters (policy), the rows that filters follow links to (content).
 */
import { readInstant } from '../../value/instants.js';
import { isList, isObject, type Json, type JsonObject, listAt, memberAt, readMembers } from '../../value/json.js';

/**
 * Finds the rows that a field of a row links to.
 *
 * @returns undefined if the field is not a link
 */
export type FollowLink = (collection: string, field: string, row: JsonObject) => LinkedRows | undefined;
interface LinkedRows {
  readonly collection: string;
  /** Whether the field may link to several rows. */
  readonly isMany: boolean;
  readonly rows: readonly JsonObject[];
}

/** Thrown for a filter that an import cannot evaluate. The row is then not public. */
export class UndecidedError extends Error {}

/** A row, or a row that it links to. */
interface FilteredRow {
  readonly collection: string;
  readonly row: JsonObject;
}

/** Operators whose operand is a filter. */
const FILTER_OPERATORS: readonly string[] = ['_and', '_or', '_some', '_none'];

export class RowFilter {
  readonly #nowMs: number;
  readonly #followLink: FollowLink;

  /** @param nowMs the value of `$NOW`, in milliseconds since 1970 */
  constructor(nowMs: number, followLink: FollowLink) {
    this.#nowMs = nowMs;
    this.#followLink = followLink;
  }

  /** @throws UndecidedError if the import cannot tell */
  matches(filter: Json, filteredRow: FilteredRow): boolean {
    return readMembers(filter).every(([key, condition]) => {
      if (key === '_and') return listAt(condition).every((innerFilter) => this.matches(innerFilter, filteredRow));
      if (key === '_or') return listAt(condition).some((innerFilter) => this.matches(innerFilter, filteredRow));
      return this.#matchesField(key, condition, filteredRow);
    });
  }

  /** @param condition operators with operands, or a filter on the rows that the field links to */
  #matchesField(field: string, condition: Json, { collection, row }: FilteredRow): boolean {
    const names = readMembers(condition).map(([name]) => name);
    const hasOperators = names.every((name) => name.startsWith('_') && !FILTER_OPERATORS.includes(name));
    const linkedRows = this.#followLink(collection, field, row);
    if (hasOperators && linkedRows?.isMany !== true) {
      if (!/^[\w-]+$/.test(field)) throw new UndecidedError(field);
      const value = memberAt(row, field) ?? null;
      return readMembers(condition).every(([operator, operand]) => this.#matchesValue(value, operator, operand));
    }
    if (linkedRows === undefined) throw new UndecidedError(field);
    if (names.includes('_none')) return !this.#matchesSomeRow(linkedRows, memberAt(condition, '_none') ?? {});
    if (names.includes('_some')) return this.#matchesSomeRow(linkedRows, memberAt(condition, '_some') ?? {});
    if (!hasOperators) return this.#matchesSomeRow(linkedRows, condition);
    // The only operators of a link to several rows are those that test whether there are any.
    const exists = linkedRows.rows.length > 0;
    return readMembers(condition).every(([operator, operand]) => matchesExistence(exists, operator, operand));
  }

  #matchesSomeRow({ collection, rows }: LinkedRows, filter: Json): boolean {
    return rows.some((row) => this.matches(filter, { collection, row }));
  }

  /** Evaluates an operator as a database does: a comparison with null is false. */
  #matchesValue(value: Json, operator: string, operand: Json): boolean {
    if (typeof operand === 'string' && operand.startsWith('$CURRENT')) return false;
    if (operator === '_null' || operator === '_nnull') return matchesExistence(value !== null, operator, operand);
    if (operator === '_empty' || operator === '_nempty') {
      const isEmpty = value === null || value === '';
      return isEmpty === isAffirmed(operator === '_empty', operand);
    }
    if (value === null || operand === null) return false;
    const matchesComparison = comparisons.get(operator);
    if (matchesComparison === undefined) throw new UndecidedError(operator);
    return matchesComparison({
      compare: (otherOperand) => this.#compare(value, otherOperand ?? null),
      operand,
      operands: splitOperands(operand),
      text: String(value),
      part: String(operand),
    });
  }

  /**
   * Compares times as instants, numbers as numbers, and all other values as texts.
   *
   * @returns a negative number, 0, or a positive number, as a comparator of `sort` does
   * @throws UndecidedError for objects
   */
  #compare(value: Json, operand: Json): number {
    if (isObject(operand) || isObject(value)) throw new UndecidedError('an object');
    const valueMs = this.#readTime(value);
    const operandMs = this.#readTime(operand);
    if (valueMs !== undefined && operandMs !== undefined) return valueMs - operandMs;
    if (typeof operand === 'string' && operand.startsWith('$')) throw new UndecidedError(operand);
    if (isNumeric(value) && isNumeric(operand)) return Number(value) - Number(operand);
    return compareTexts(String(value), String(operand));
  }

  /** @returns milliseconds since 1970; undefined for a value that is not a time */
  #readTime(value: Json): number | undefined {
    if (typeof value !== 'string') return undefined;
    if (value === '$NOW') return this.#nowMs;
    const [, shift] = /^\$NOW\((.*)\)$/.exec(value) ?? [];
    if (shift !== undefined) return this.#nowMs + parseShiftMs(shift);
    const instant = readInstant(value, 'UTC');
    return instant === undefined ? undefined : Date.parse(instant.text);
  }
}

/** A value that is not null, with the operand of a filter. */
interface Comparison {
  readonly compare: (to: Json | undefined) => number;
  readonly operand: Json;
  /** The operand as a list. */
  readonly operands: readonly Json[];
  readonly text: string;
  readonly part: string;
}

const comparisons: ReadonlyMap<string, (compared: Comparison) => boolean> = new Map(
  Object.entries<(compared: Comparison) => boolean>({
    _eq: ({ compare, operand }) => compare(operand) === 0,
    _neq: ({ compare, operand }) => compare(operand) !== 0,
    _lt: ({ compare, operand }) => compare(operand) < 0,
    _lte: ({ compare, operand }) => compare(operand) <= 0,
    _gt: ({ compare, operand }) => compare(operand) > 0,
    _gte: ({ compare, operand }) => compare(operand) >= 0,
    _in: ({ compare, operands }) => operands.some((operand) => compare(operand) === 0),
    _nin: ({ compare, operands }) => operands.every((operand) => compare(operand) !== 0),
    _between: ({ compare, operands }) => compare(operands[0]) >= 0 && compare(operands[1]) <= 0,
    _nbetween: ({ compare, operands }) => compare(operands[0]) < 0 || compare(operands[1]) > 0,
    _contains: ({ text, part }) => text.includes(part),
    _ncontains: ({ text, part }) => !text.includes(part),
    _icontains: ({ text, part }) => text.toLowerCase().includes(part.toLowerCase()),
    _starts_with: ({ text, part }) => text.startsWith(part),
    _nstarts_with: ({ text, part }) => !text.startsWith(part),
    _istarts_with: ({ text, part }) => text.toLowerCase().startsWith(part.toLowerCase()),
    _ends_with: ({ text, part }) => text.endsWith(part),
    _nends_with: ({ text, part }) => !text.endsWith(part),
    _iends_with: ({ text, part }) => text.toLowerCase().endsWith(part.toLowerCase()),
  }),
);

/** A list is written as JSON, or as a text with commas. */
function splitOperands(operand: Json): readonly Json[] {
  if (isList(operand)) return operand;
  return typeof operand === 'string' ? operand.split(',') : [operand];
}

const isNumeric = (value: Json): boolean => value !== '' && !Number.isNaN(Number(value));

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** @param operator `_null` or `_nnull`; with the operand false, each has the meaning of the other */
function matchesExistence(exists: boolean, operator: string, operand: Json): boolean {
  if (operator !== '_null' && operator !== '_nnull') throw new UndecidedError(operator);
  return exists === isAffirmed(operator === '_nnull', operand);
}

/** @returns the meaning of an operator; the opposite if its operand is false */
const isAffirmed = (meaning: boolean, operand: Json): boolean => (operand === false ? !meaning : meaning);

/** Units of `$NOW(…)` by their first letter, `M` for months, in milliseconds. */
const unitMs: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
  ['M', 2_592_000_000],
  ['y', 31_557_600_000],
]);

/**
 * @param shift such as `-1 day` or `+2 weeks`
 * @returns milliseconds
 * @throws UndecidedError for another text
 */
function parseShiftMs(shift: string): number {
  const [, sign = '', count = '', unit = ''] = /^([+-]?)\s*(\d+)\s*([a-z]+)$/i.exec(shift.trim()) ?? [];
  const isMonth = /^mo/i.test(unit);
  const isMillisecond = /^ms|^milli/i.test(unit);
  const ms = unitMs.get(isMonth ? 'M' : unit.slice(0, 1).toLowerCase());
  if (ms === undefined || isMillisecond) throw new UndecidedError(`$NOW(${shift})`);
  return Number(count) * ms * (sign === '-' ? -1 : 1);
}
