/**
 * Converts coordinates of other systems to the latitude and longitude of a `location` field.
 *
 * Elsewhere: limits and digits of coordinates (src/content/model).
 */
import { LOCATION_LIMITS, UNITS_PER_DEGREE } from '../../../src/content/model/index.js';
import { isObject, type Json, listAt, memberAt } from './json.js';

const LATITUDES = ['latitude', 'lat'] as const;
const LONGITUDES = ['longitude', 'lon', 'lng', 'long'] as const;

/** Members of an object that is a location and nothing more. */
const locationMembers: ReadonlySet<string> = new Set([
  ...LATITUDES,
  ...LONGITUDES,
  '_type',
  '_key',
  'type',
  'coordinates',
]);

/** @returns the coordinate with the digits that a location has; undefined for a value that is not a coordinate */
function readCoordinate(value: Json | undefined, maximum: number): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(Math.abs(number) <= maximum)) return undefined;
  // Adding 0 makes 0 of -0.
  return Math.round(number * UNITS_PER_DEGREE) / UNITS_PER_DEGREE + 0;
}

/** @returns `latitude` and `longitude` of a location, or of a GeoJSON point; undefined for a value that is not a location */
export function readLocation(value: Json): Json | undefined {
  if (!isObject(value)) return undefined;
  const [east, north] = value['type'] === 'Point' ? listAt(value, 'coordinates') : [];
  const findMember = (names: readonly string[]): Json | undefined =>
    names.map((name) => memberAt(value, name)).find((found) => found !== undefined);
  const latitude = readCoordinate(north ?? findMember(LATITUDES), LOCATION_LIMITS.latitude);
  const longitude = readCoordinate(east ?? findMember(LONGITUDES), LOCATION_LIMITS.longitude);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** Whether the value is a location without further members, so that a `location` field loses nothing. */
export const isLocation = (value: Json): boolean =>
  isObject(value) &&
  readLocation(value) !== undefined &&
  Object.entries(value).every(([name, member]) => locationMembers.has(name) || member === null) &&
  listAt(value, 'coordinates').length <= 2;
