/**
 * The options of a facet that the reader adds, chosen from the values of the field: few numbers one by one, many numbers by
 * range, times by year.
 *
 * Asks the server for the number of values and their statistics, without the conditions of the list. Cost: one request.
 */
import { encodePathPart, encodeQueryPart } from '../address/encode.js';
import { sendRequest } from '../api/ask.js';
import { readNumber, readObject } from '../model/resource.js';
import { type DescribedField, isDateTime, isNumeric } from '../model/space.js';
import { FACET_LIMIT_DEFAULT, type FacetOptions, STATISTICS } from '../query/facet-params.js';
import { chooseRangeLimits } from '../query/facet-ranges.js';
import { localeParams, request, space } from '../state.js';

const BY_FREQUENCY: FacetOptions = { limit: FACET_LIMIT_DEFAULT };
/** More different numbers are counted by range. */
const SINGLE_NUMBERS_MAXIMUM = 20;
/** More years are sorted by their number of items, so that the first ones say something. */
const YEARS_MAXIMUM = 100;

interface Values {
  /** Number of different values, or of years. */
  readonly total: number;
  readonly least: number;
  readonly greatest: number;
  readonly mean: number;
}

/** @returns undefined if the server refuses the request or no item has a value */
async function readValues(name: string, field: DescribedField): Promise<Values | undefined> {
  const usedSpace = space.value;
  if (usedSpace === undefined) return undefined;
  const facet = `_facet[${name}]`;
  const params = [
    ...localeParams.value,
    ['page[limit]', '0'],
    [facet, '0'],
    isDateTime(field) ? [`${facet}[interval]`, 'year'] : [STATISTICS, name],
  ];
  const search = params.map(([key = '', value = '']) => `${encodeQueryPart(key)}=${encodeQueryPart(value)}`).join('&');
  const path = request.value.path.map(encodePathPart).join('/');
  const { document } = await sendRequest(usedSpace, `/${path}?${search}`);
  const total = readNumber(readObject(readObject(document.meta, 'facets'), name), 'total');
  if (total === undefined || total === 0) return undefined;
  const statistics = readObject(readObject(document.meta, 'stats'), name);
  // Decimals are texts.
  const [least = 0, greatest = 0, mean = 0] = ['min', 'max', 'mean'].map((key) => Number(statistics[key] ?? 0));
  return { total, least, greatest, mean };
}

/** @param mode how to count; chosen from the number of values unless it is given */
export async function chooseFacetOptions(
  name: string,
  field: DescribedField | undefined,
  mode?: 'single' | 'ranges',
): Promise<FacetOptions> {
  if (field === undefined || !(isNumeric(field) || isDateTime(field))) return BY_FREQUENCY;
  const values = await readValues(name, field);
  if (isDateTime(field)) {
    const isShort = values !== undefined && values.total <= YEARS_MAXIMUM;
    return isShort ? { limit: values.total, sort: 'value', interval: 'year' } : { ...BY_FREQUENCY, interval: 'year' };
  }
  if (values === undefined) return BY_FREQUENCY;
  const { total, least, greatest, mean } = values;
  const limits = chooseRangeLimits(least, greatest, mean);
  const isSingle = mode === undefined ? total <= SINGLE_NUMBERS_MAXIMUM : mode === 'single';
  if (isSingle || limits.length === 0)
    return total <= SINGLE_NUMBERS_MAXIMUM ? { limit: total, sort: 'value' } : BY_FREQUENCY;
  return { limit: limits.length + 1, sort: 'value', ranges: limits.join(',') };
}
