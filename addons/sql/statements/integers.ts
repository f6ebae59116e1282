/**
 * Conditions on integer columns → SQL.
 *
 * A request may compare with any decimal number. The number is replaced by an equivalent integer, because PostgreSQL uses no
 * index of integers to compare with decimals.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { entryOf, type Sign, wholeUnits } from '../../../src/content/model/index.js';
import type { Condition, Value } from '../../../src/engine/query/index.js';
import type { Parameters } from './parameters.js';
import { membershipSql } from './parameters.js';

const maximumInteger = 2n ** 63n - 1n;
const minimumInteger = -(2n ** 63n);

/** Operator with an operand that no value equals → the equivalent operator with the next lower value. */
export const SIGN_FOR_FLOOR = { '>': '>', '>=': '>', '<': '<=', '<=': '<=' } as const;

interface NearestInteger {
  /** The greatest integer that is at most the number, limited to 64 bits. */
  readonly floor: bigint;
  /** Whether it equals the number. */
  readonly isExact: boolean;
}

function findNearestInteger(value: Value): NearestInteger {
  if (value.kind !== 'number') throw new InvariantError(`an integer is compared with a ${value.kind}`);
  const { floor, exact: exactOperands } = wholeUnits(value.digits, value.scale, 0);
  if (floor > maximumInteger) return { floor: maximumInteger, isExact: false };
  return floor < minimumInteger ? { floor: minimumInteger, isExact: false } : { floor, isExact: exactOperands };
}

export function integerCondition(column: string, { operator, operand }: Condition, parameters: Parameters): string {
  const { meaning } = entryOf(operator);
  if (operand.kind === 'list' && meaning.asks === 'membership') {
    const exact = operand.values.map(findNearestInteger).filter(({ isExact }) => isExact);
    const list = parameters.add(
      exact.map(({ floor }) => String(floor)),
      'bigint[]',
    );
    return membershipSql(column, !meaning.isIn, list);
  }
  if (meaning.asks !== 'order' || operand.kind === 'list' || operand.kind === 'populated')
    throw new InvariantError(`${operator} with a ${operand.kind} is not possible for an integer`);
  const { floor, isExact } = findNearestInteger(operand);
  const compareSql = (sign: Sign): string => `${column} ${sign} ${parameters.add(String(floor), 'bigint')}`;
  if (isExact) return compareSql(meaning.sign);
  if (meaning.sign === '=') return 'FALSE';
  return meaning.sign === '<>' ? `${column} IS NOT NULL` : compareSql(SIGN_FOR_FLOOR[meaning.sign]);
}
