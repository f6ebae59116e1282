/**
 * Reads locations: `{"latitude", "longitude"}`, or a GeoJSON point.
 *
 * Coordinates are exact: they are read from their digits, never rounded.
 */
import { didYouMean, excerpt, list } from '../../../src/content/errors/index.js';
import {
  encodeLocation,
  LOCATION_DIGITS,
  LOCATION_LIMITS,
  type Location,
  UNITS_PER_DEGREE,
} from '../../../src/content/model/index.js';
import { quoted } from '../problems.js';
import { isJsonArray, isJsonNumber, isJsonObject, type JsonValue } from './json-value.js';
import { parseUnits } from './number-values.js';
import { describeValue, type ValueReader, type ValueReport } from './value-reader.js';

const LOCATION_MEMBERS = Object.keys(LOCATION_LIMITS);
const GEOJSON_MEMBERS = ['type', 'coordinates'];

/** Location: an altitude and unknown members are left out with a warning. */
export const readLocation: ValueReader = (value, report) => {
  const point = isJsonObject(value) && value.get('type') === 'Point' ? value.get('coordinates') : undefined;
  const isPoint = point !== undefined && isJsonArray(point);
  if (!isJsonObject(value) || (isPoint && (point.length < 2 || point.length > 3))) {
    report.error(
      () =>
        `a location is expected, not ${describeValue(value)}; write an object such as {"latitude": 52.52, "longitude": 13.405}, or a point of GeoJSON`,
    );
    return undefined;
  }
  const members = isPoint ? GEOJSON_MEMBERS : LOCATION_MEMBERS;
  const unknown =
    [...value.keys()].find((key) => !members.includes(key)) ?? (isPoint && point.length > 2 ? 'altitude' : undefined);
  if (unknown !== undefined) {
    report.warning(
      'unknownKey',
      (ifRepaired) =>
        `a location has no member ${quoted(unknown)}${ifRepaired(', so it is left out')}; members are ${list(members)}.${didYouMean(unknown, members)}`,
      unknown,
    );
  }
  const latitude = readCoordinate('latitude', isPoint ? point[1] : value.get('latitude'), report);
  const longitude = readCoordinate('longitude', isPoint ? point[0] : value.get('longitude'), report);
  return latitude === undefined || longitude === undefined ? undefined : encodeLocation(latitude, longitude);
};

/** @returns the coordinate in units of 10^-LOCATION_DIGITS degrees */
function readCoordinate(name: keyof Location, value: JsonValue | undefined, report: ValueReport): number | undefined {
  const maximum = LOCATION_LIMITS[name];
  const text = value !== undefined && value !== null && isJsonNumber(value) ? value.text : '';
  const units = parseUnits(text, LOCATION_DIGITS);
  if (typeof units === 'bigint' && Math.abs(Number(units)) <= maximum * UNITS_PER_DEGREE) return Number(units);
  report.error(() => {
    if (typeof units === 'string' && text !== '' && Math.abs(Number(text)) <= maximum)
      return `the ${name} ${excerpt(text)} has more than ${LOCATION_DIGITS} digits after the point; round it in the export`;
    const problem = value === undefined ? `the location has no ${name}` : `the ${name} is ${describeValue(value)}`;
    return `${problem}; write a number from -${maximum} to ${maximum}`;
  });
  return undefined;
}
