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
import { isJsonArray, isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { parseUnits } from './number-values.js';
import { describeValue, type ValueReader, type ValueReport } from './value-reader.js';

const LOCATION_MEMBERS = Object.keys(LOCATION_LIMITS);
const GEOJSON_MEMBERS = ['type', 'coordinates'];

/** Location: an altitude and unknown members are left out with a warning. */
export const readLocation: ValueReader = (value, report) => {
  const members = isJsonObject(value) ? findMembers(value) : undefined;
  if (members === undefined) {
    report.error(
      () =>
        `a location is expected, not ${describeValue(value)}; write an object such as {"latitude": 52.52, "longitude": 13.405}, or a point of GeoJSON`,
    );
    return undefined;
  }
  const { unknown, expected } = members;
  if (unknown !== undefined) {
    report.warning(
      'unknownKey',
      (ifRepaired) =>
        `a location has no member ${quoted(unknown)}${ifRepaired(', so it is left out')}; members are ${list(expected)}.${didYouMean(unknown, expected)}`,
      unknown,
    );
  }
  const latitude = readCoordinate('latitude', members.latitude, report);
  const longitude = readCoordinate('longitude', members.longitude, report);
  return latitude === undefined || longitude === undefined ? undefined : encodeLocation(latitude, longitude);
};

/** The coordinates of a location, not yet checked. */
interface LocationMembers {
  readonly latitude: JsonValue | undefined;
  readonly longitude: JsonValue | undefined;
  /** The names of its possible members. */
  readonly expected: readonly string[];
  /** The first member that is left out; an altitude in a point of GeoJSON counts as one. */
  readonly unknown: string | undefined;
}

/** @returns undefined if the object is a point of GeoJSON without two or three coordinates */
function findMembers(value: JsonObject): LocationMembers | undefined {
  const findUnknown = (expected: readonly string[]): string | undefined =>
    [...value.keys()].find((key) => !expected.includes(key));
  const point = value.get('type') === 'Point' ? value.get('coordinates') : undefined;
  if (point === undefined || !isJsonArray(point)) {
    const expected = LOCATION_MEMBERS;
    const unknown = findUnknown(expected);
    return { latitude: value.get('latitude'), longitude: value.get('longitude'), expected, unknown };
  }
  if (point.length < 2 || point.length > 3) return undefined;
  const [longitude, latitude, altitude] = point;
  const unknown = findUnknown(GEOJSON_MEMBERS) ?? (altitude === undefined ? undefined : 'altitude');
  return { latitude, longitude, expected: GEOJSON_MEMBERS, unknown };
}

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
