/**
 * How far places are apart, and the areas that filters ask for.
 *
 * The earth is a sphere, and distances are those along its surface. They are compared as haversines, from 0 to 1: these
 * grow with the distance, and are exact near by. Every engine compares the same formula of the same units, so that what is
 * equally far by its digits is so everywhere.
 */
import { excerpt } from '../errors/index.js';
import { LOCATION_LIMITS, type Location, UNITS_PER_DEGREE } from './location.js';

/** In metres: the mean one. Source: Moritz, "Geodetic reference system 1980", 2000. */
export const EARTH_RADIUS = 6_371_008.8;

/** @returns units of the last digit of a location; whole where the degrees have no more digits */
export function unitsOfDegrees(degrees: number): number {
  const units = degrees * UNITS_PER_DEGREE;
  const whole = Math.round(units);
  return Math.abs(units - whole) < 1e-6 ? whole : units;
}

const halfTurn = 180 * UNITS_PER_DEGREE;
/** Of one unit: half of its angle. */
export const HALF_ANGLE = Math.PI / (2 * halfTurn);

/** @returns the longitude as it is compared: the antimeridian has one number, where exports and requests may have either */
const onOneTurn = (longitude: number): number => (longitude === -halfTurn ? halfTurn : longitude);

/** @returns how far two longitudes are apart, the shorter way round */
export function longitudesApart(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return apart > halfTurn ? 2 * halfTurn - apart : apart;
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

/** Borders belong to an area. In degrees and metres, and as it was written. */
export type Area =
  | { readonly shape: 'circle'; readonly centre: Location; readonly metres: number; readonly written: string }
  /** Over the antimeridian where west is greater than east. */
  | {
      readonly shape: 'box';
      readonly west: number;
      readonly south: number;
      readonly east: number;
      readonly north: number;
      readonly written: string;
    };

/** In units. Over the antimeridian where west is greater than east. */
export interface Borders {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * @returns the borders to compare coordinates with. A box that touches the antimeridian holds it under both of its numbers,
 *          so one that ends there in the east goes on to -180, and one that begins there in the west begins at 180
 */
export function bordersOf(box: Extract<Area, { shape: 'box' }>): Borders {
  const [south, north] = [unitsOfDegrees(box.south), unitsOfDegrees(box.north)];
  const [west, east] = [unitsOfDegrees(box.west), unitsOfDegrees(box.east)];
  const isWhole = west === -halfTurn && east === halfTurn;
  if (isWhole) return { west, south, east, north };
  return {
    west: west === -halfTurn ? halfTurn : west,
    south,
    east: east === halfTurn ? -halfTurn : east,
    north,
  };
}

export const AREA_FORMATS: Readonly<Record<Area['shape'], string>> = {
  circle: '<latitude>,<longitude>,<metres>, such as 52.52,13.405,1000',
  box: '<west>,<south>,<east>,<north>, such as 13.1,52.3,13.8,52.7',
};

const numberText = /^-?\d{1,20}(?:\.\d{1,20})?(?:e-\d{1,3})?$/i;

/** @returns so many numbers that stand with commas between them, or what is wrong */
function numbersIn(text: string, count: number): readonly number[] | string {
  const parts = text.split(',', count + 1);
  if (parts.length !== count) return `These are not ${count} numbers with commas between them`;
  const wrong = parts.find((part) => !numberText.test(part));
  return wrong === undefined ? parts.map(Number) : `"${excerpt(wrong)}" is not a number of digits with a point`;
}

/** @returns what is wrong with the coordinate; undefined where nothing is */
function explainCoordinate(name: keyof Location, value: number, called: string = name): string | undefined {
  const most = LOCATION_LIMITS[name];
  return Math.abs(value) <= most ? undefined : `The ${called} ${value} is not from -${most} to ${most}`;
}

/** @returns a place written `<latitude>,<longitude>`, or what is wrong with it, as a sentence without its full stop */
export function readOrigin(text: string): Location | string {
  const numbers = numbersIn(text, 2);
  if (typeof numbers === 'string') return numbers;
  const [latitude = 0, longitude = 0] = numbers;
  return (
    explainCoordinate('latitude', latitude) ?? explainCoordinate('longitude', longitude) ?? { latitude, longitude }
  );
}

/** @returns the area, or what is wrong with it, as a sentence without its full stop */
export function readArea(shape: Area['shape'], written: string): Area | string {
  if (shape === 'circle') {
    const numbers = numbersIn(written, 3);
    if (typeof numbers === 'string') return numbers;
    const metres = numbers[2] ?? 0;
    const centre = readOrigin(written.slice(0, written.lastIndexOf(',')));
    if (typeof centre === 'string') return centre;
    return metres < 0 ? `The radius ${metres} is negative; it must be 0 or more` : { shape, centre, metres, written };
  }
  const numbers = numbersIn(written, 4);
  if (typeof numbers === 'string') return numbers;
  const [west = 0, south = 0, east = 0, north = 0] = numbers;
  const wrong =
    explainCoordinate('longitude', west, 'west') ??
    explainCoordinate('latitude', south, 'south') ??
    explainCoordinate('longitude', east, 'east') ??
    explainCoordinate('latitude', north, 'north');
  if (wrong !== undefined) return wrong;
  if (south > north) return `The south ${south} is north of the north ${north}; the order is west, south, east, north`;
  return { shape, west, south, east, north, written };
}
