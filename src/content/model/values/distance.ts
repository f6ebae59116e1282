/**
 * Distances between locations: along the surface of a sphere, compared as haversines.
 *
 * A haversine is a number from 0 to 1 that grows with the distance, and is exact for near locations. Every engine computes
 * the same formula on the same integers, so locations with equal digits are equally far everywhere.
 */
import { LOCATION_LIMITS, type Location, UNITS_PER_DEGREE } from './location.js';

/** In metres: the mean one. Source: Moritz, "Geodetic reference system 1980", 2000. */
export const EARTH_RADIUS = 6_371_008.8;

/** @returns units of the last digit of a location; whole where the degrees have no more digits */
export function unitsOfDegrees(degrees: number): number {
  const units = degrees * UNITS_PER_DEGREE;
  const whole = Math.round(units);
  return Math.abs(units - whole) < 1e-6 ? whole : units;
}

export const HALF_TURN = 180 * UNITS_PER_DEGREE;
/** Of one unit: half of its angle. */
export const HALF_ANGLE = Math.PI / (2 * HALF_TURN);

/** @returns the longitude as it is compared: the antimeridian has one number, where exports and requests may have either */
const onOneTurn = (longitude: number): number => (longitude === -HALF_TURN ? HALF_TURN : longitude);

/** @returns how far two longitudes are apart, the shorter way round */
export function longitudesApart(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return apart > HALF_TURN ? 2 * HALF_TURN - apart : apart;
}

/** What distances are measured from, in units. */
export interface Origin {
  readonly latitude: number;
  readonly longitude: number;
}

export const originOf = ({ latitude, longitude }: Location): Origin => ({
  latitude: unitsOfDegrees(latitude),
  longitude: onOneTurn(unitsOfDegrees(longitude)),
});

const pole = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;

/** @returns how long a degree of longitude is there, against one at the equator: nothing at the poles, exactly */
export const narrowing = (latitude: number): number => Math.sin((pole - Math.abs(latitude)) * 2 * HALF_ANGLE);

/** @returns the haversine of the angle between the places; both in units. To the bit the same for -180 and 180 degrees. */
export function haversine(from: Origin, latitude: number, longitude: number): number {
  const northwards = Math.sin(Math.abs(latitude - from.latitude) * HALF_ANGLE);
  const eastwards = Math.sin(longitudesApart(onOneTurn(longitude), from.longitude) * HALF_ANGLE);
  return northwards * northwards + narrowing(latitude) * narrowing(from.latitude) * (eastwards * eastwards);
}

/** @returns metres */
export const distanceOf = (haversine: number): number =>
  2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)));

/** @returns the haversine of so many metres; above all others of those that go round half of the earth or more */
export const haversineOf = (metres: number): number =>
  metres >= Math.PI * EARTH_RADIUS ? 2 : Math.sin(metres / (2 * EARTH_RADIUS)) ** 2;
