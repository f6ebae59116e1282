/**
 * Distances between locations: along the surface of a sphere, compared as haversines.
 *
 * A haversine is a number from 0 to 1 that grows with the distance, and is exact for near locations. Every engine computes
 * the same formula on the same integers, so locations with equal digits are equally far everywhere.
 */
import { LOCATION_LIMITS, type Location, UNITS_PER_DEGREE } from './location.js';

/** Mean radius, in metres. Source: Moritz, "Geodetic reference system 1980", 2000. */
export const EARTH_RADIUS = 6_371_008.8;

/** @returns units of the last digit of a location; an integer if the degrees have no more digits */
export function unitsOfDegrees(degrees: number): number {
  const units = degrees * UNITS_PER_DEGREE;
  const rounded = Math.round(units);
  return Math.abs(units - rounded) < 1e-6 ? rounded : units;
}

export const HALF_TURN = 180 * UNITS_PER_DEGREE;
/** Half of the angle of one unit, in radians. */
export const HALF_ANGLE = Math.PI / (2 * HALF_TURN);

/** @returns the longitude, with 180 in place of -180 degrees: exports and requests may write the antimeridian either way */
const onOneTurn = (longitude: number): number => (longitude === -HALF_TURN ? HALF_TURN : longitude);

/** @returns the difference of two longitudes, the shorter way round the earth */
export function longitudeDistance(a: number, b: number): number {
  const difference = Math.abs(a - b);
  return difference > HALF_TURN ? 2 * HALF_TURN - difference : difference;
}

/** The location that distances are measured from, in units. */
export interface Origin {
  readonly latitude: number;
  readonly longitude: number;
}

export const originOf = ({ latitude, longitude }: Location): Origin => ({
  latitude: unitsOfDegrees(latitude),
  longitude: onOneTurn(unitsOfDegrees(longitude)),
});

const pole = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;

/** @returns the length of a degree of longitude at this latitude, relative to the equator; exactly 0 at the poles */
export const longitudeScale = (latitude: number): number => Math.sin((pole - Math.abs(latitude)) * 2 * HALF_ANGLE);

/** @returns the haversine of the angle between two locations, both in units; bit for bit the same for -180 and 180 degrees */
export function haversine(origin: Origin, latitude: number, longitude: number): number {
  const northwards = Math.sin(Math.abs(latitude - origin.latitude) * HALF_ANGLE);
  const eastwards = Math.sin(longitudeDistance(onOneTurn(longitude), origin.longitude) * HALF_ANGLE);
  return northwards * northwards + longitudeScale(latitude) * longitudeScale(origin.latitude) * (eastwards * eastwards);
}

/** @returns metres */
export const metresOfHaversine = (haversine: number): number =>
  2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)));

/** @returns the haversine of a distance in metres; 2, more than any haversine, for half of the earth or more */
export const haversineOfMetres = (metres: number): number =>
  metres >= Math.PI * EARTH_RADIUS ? 2 : Math.sin(metres / (2 * EARTH_RADIUS)) ** 2;
