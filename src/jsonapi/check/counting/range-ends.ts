/**
 * `_facet[<field>][ranges]=0,10,20`: the numbers that divide a facet's values.
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

/** @returns undefined when a problem was added */
export function parseRangeEnds(
  field: Field,
  { name, value }: Parameter,
  problems: Problems,
): readonly RangeEnd[] | undefined {
  const parts = value.split(',');
  const bad = (detail: string): undefined =>
    problems.add(
      'InvalidValue',
      name,
      () => `${detail} Write numbers, ascending, with commas between them, such as 0,10,20.`,
    );
  if (parts.length > LIMITS.facetRanges) {
    return bad(`"${excerpt(name)}" has ${parts.length} numbers; at most ${LIMITS.facetRanges} divide a facet.`);
  }
  const ends: RangeEnd[] = [];
  for (const part of parts) {
    const end = parseRangeEnd(field, part);
    if (end === undefined)
      return bad(`"${excerpt(part)}" is not a number that "${field.name}" (${field.type}) can be divided at.`);
    const last = ends.at(-1);
    if (last !== undefined && end.units <= last.units) {
      return bad(`"${excerpt(part)}" is not greater than "${last.label}", the number before it.`);
    }
    ends.push(end);
  }
  return ends;
}

/** Digits behind the point of metres. */
const MILLIMETRES = 3;

/** @returns undefined where the text is no number of the field */
function parseRangeEnd(field: Field, text: string): RangeEnd | undefined {
  const isWhole = entryOfType(field.type).value === 'integer';
  const isPlace = isHeldAs(field, 'locations');
  const number = parseNumber(text, !isWhole);
  if (number === undefined) return undefined;
  const { digits, scale } = number;
  if (isPlace && digits < 0n) return undefined;
  if (isWhole && !Number.isSafeInteger(Number(digits))) return undefined;
  const written = decimalText(digits, scale);
  const label = isWhole || isPlace ? Number(written) : written;
  const { floor, exact } = wholeUnits(digits, scale, precisionOf(field) ?? (isPlace ? MILLIMETRES : 0));
  // The least value that is not below the number.
  return { units: exact ? floor : floor + 1n, label };
}
