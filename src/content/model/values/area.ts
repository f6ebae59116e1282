/**
 * The areas that filters ask for: circles (`_near`) and boxes (`_within`), read from text and checked.
 *
 * Elsewhere: distances (distance), the Z-order of locations (location).
 */
import { excerpt } from '../../errors/index.js';
import { HALF_TURN, unitsOfDegrees } from './distance.js';
import { LOCATION_LIMITS, type Location } from './location.js';

/** An area in degrees and metres, and as the request wrote it. Points on the border are inside. */
export type Area =
  | { readonly shape: 'circle'; readonly centre: Location; readonly metres: number; readonly written: string }
  /** Crosses the antimeridian if west > east. */
  | {
      readonly shape: 'box';
      readonly west: number;
      readonly south: number;
      readonly east: number;
      readonly north: number;
      readonly written: string;
    };

/** In units of the last digit. Crosses the antimeridian if west > east. */
export interface Borders {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The antimeridian is both -180 and 180. A box that ends there in the east is extended to -180, a box that begins there in
 * the west starts at 180, so that it contains the meridian under both numbers.
 *
 * @returns the borders to compare coordinates with
 */
export function bordersOf(box: Extract<Area, { shape: 'box' }>): Borders {
  const south = unitsOfDegrees(box.south);
  const north = unitsOfDegrees(box.north);
  const west = unitsOfDegrees(box.west);
  const east = unitsOfDegrees(box.east);
  const isFullTurn = west === -HALF_TURN && east === HALF_TURN;
  if (isFullTurn) return { west, south, east, north };
  return {
    west: west === -HALF_TURN ? HALF_TURN : west,
    south,
    east: east === HALF_TURN ? -HALF_TURN : east,
    north,
  };
}

export const AREA_FORMATS: Readonly<Record<Area['shape'], string>> = {
  circle: '<latitude>,<longitude>,<metres>, such as 52.52,13.405,1000',
  box: '<west>,<south>,<east>,<north>, such as 13.1,52.3,13.8,52.7',
};

const numberText = /^-?\d{1,20}(?:\.\d{1,20})?(?:e-\d{1,3})?$/i;

/** @returns `count` numbers separated by commas, or a sentence that says what is wrong */
function numbersIn(text: string, count: number): readonly number[] | string {
  const parts = text.split(',', count + 1);
  if (parts.length !== count) return `These are not ${count} numbers with commas between them`;
  const wrongPart = parts.find((part) => !numberText.test(part));
  return wrongPart === undefined ? parts.map(Number) : `"${excerpt(wrongPart)}" is not a number of digits with a point`;
}

/** @returns a sentence that says what is wrong with the coordinate; undefined if it is valid */
function explainCoordinate(name: keyof Location, value: number, called: string = name): string | undefined {
  const maximum = LOCATION_LIMITS[name];
  return Math.abs(value) <= maximum ? undefined : `The ${called} ${value} is not from -${maximum} to ${maximum}`;
}

/** @returns the location `<latitude>,<longitude>`, or a sentence without full stop that says what is wrong */
export function readOrigin(text: string): Location | string {
  const numbers = numbersIn(text, 2);
  if (typeof numbers === 'string') return numbers;
  const [latitude = 0, longitude = 0] = numbers;
  return (
    explainCoordinate('latitude', latitude) ?? explainCoordinate('longitude', longitude) ?? { latitude, longitude }
  );
}

/** @returns the area, or a sentence without full stop that says what is wrong */
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
  const problem =
    explainCoordinate('longitude', west, 'west') ??
    explainCoordinate('latitude', south, 'south') ??
    explainCoordinate('longitude', east, 'east') ??
    explainCoordinate('latitude', north, 'north');
  if (problem !== undefined) return problem;
  if (south > north) return `The south ${south} is north of the north ${north}; the order is west, south, east, north`;
  return { shape, west, south, east, north, written };
}
