/**
 * `_facet[<field>][ranges]=0,10,20`: the numbers that divide the values of a facet into ranges.
 */
import { excerpt } from '../../../content/errors/index.js';
import {
  decimalText,
  entryOfType,
  type Field,
  isHeldAs,
  LIMITS,
  precisionOf,
  wholeUnits,
} from '../../../content/model/index.js';
import type { RangeEnd } from '../../../engine/facets/index.js';
import type { Parameter } from '../../request/parameter.js';
import type { Problems } from '../../request/problems.js';
import { parseNumber } from '../operand.js';

/** @returns the numbers, ascending; undefined if a problem was added */
export function parseRangeEnds(
  field: Field,
  { name, value }: Parameter,
  problems: Problems,
): readonly RangeEnd[] | undefined {
  const parts = value.split(',');
  const refuse = (detail: string): undefined =>
    problems.add(
      'InvalidValue',
      name,
      () => `${detail} Write numbers, ascending, separated by commas, such as 0,10,20.`,
    );
  if (parts.length > LIMITS.facetRanges) {
    return refuse(`"${excerpt(name)}" has ${parts.length} numbers; at most ${LIMITS.facetRanges} are allowed.`);
  }
  const ends: RangeEnd[] = [];
  for (const part of parts) {
    const end = parseRangeEnd(field, part);
    if (end === undefined)
      return refuse(`"${excerpt(part)}" is not a number that can divide "${field.name}" (${field.type}).`);
    const last = ends.at(-1);
    if (last !== undefined && end.units <= last.units) {
      return refuse(`"${excerpt(part)}" is not greater than "${last.label}", the number before it.`);
    }
    ends.push(end);
  }
  return ends;
}

/** Decimal places of distances in metres. */
const MILLIMETRES = 3;

/** @returns undefined if the text is not a number that the field can have */
function parseRangeEnd(field: Field, text: string): RangeEnd | undefined {
  const isWhole = entryOfType(field.type).value === 'integer';
  const isPlace = isHeldAs(field, 'locations');
  const number = parseNumber(text, !isWhole);
  if (number === undefined) return undefined;
  const { digits, scale } = number;
  if (isPlace && digits < 0n) return undefined;
  if (isWhole && !Number.isSafeInteger(Number(digits))) return undefined;
  const decimal = decimalText(digits, scale);
  const label = isWhole || isPlace ? Number(decimal) : decimal;
  const { floor, exact } = wholeUnits(digits, scale, precisionOf(field) ?? (isPlace ? MILLIMETRES : 0));
  // The range begins at the least value that is not below the number.
  return { units: exact ? floor : floor + 1n, label };
}
