/**
 * Conditions on integers. A request may compare them with any number: it is brought to the nearest integer first, as an
 * index of integers does not help where they are compared with decimals.
 */
import { InvariantError } from '../../errors/index.js';
import type { Condition, Value } from '../../query/index.js';
import { listedSql } from './lists-of-values.js';
import type { Parameters } from './parameters.js';

const most = 2n ** 63n - 1n;
const least = -(2n ** 63n);

interface Nearest {
  /** The greatest integer that is at most the number, brought into 64 bits: values are far within these. */
  readonly floor: bigint;
  /** Whether it is the number. */
  readonly isExact: boolean;
}

function nearest(value: Value): Nearest {
  if (value.kind !== 'number') throw new InvariantError(`an integer is compared with a ${value.kind}`);
  const unit = 10n ** BigInt(value.scale);
  const quotient = value.digits / unit;
  const isWhole = quotient * unit === value.digits;
  const floor = isWhole || value.digits >= 0n ? quotient : quotient - 1n;
  if (floor > most) return { floor: most, isExact: false };
  return floor < least ? { floor: least, isExact: false } : { floor, isExact: isWhole };
}

export function integerCondition(column: string, { operator, operand }: Condition, parameters: Parameters): string {
  if (operand.kind === 'populated') throw new InvariantError('an integer is compared with nothing');
  if (operand.kind === 'list') {
    const exact = operand.values.map(nearest).filter(({ isExact }) => isExact);
    const list = parameters.add(
      exact.map(({ floor }) => String(floor)),
      'bigint[]',
    );
    return listedSql(column, operator === '_nin', list);
  }
  const { floor, isExact } = nearest(operand);
  const compared = (sign: string): string => `${column} ${sign} ${parameters.add(String(floor), 'bigint')}`;
  switch (operator) {
    case '_eq':
      return isExact ? compared('=') : 'FALSE';
    case '_neq':
      return isExact ? compared('<>') : `${column} IS NOT NULL`;
    case '_gt':
      return compared('>');
    case '_gte':
      return compared(isExact ? '>=' : '>');
    case '_lt':
      return compared(isExact ? '<' : '<=');
    case '_lte':
      return compared('<=');
    default:
      throw new InvariantError(`${operator} came to an integer`);
  }
}
