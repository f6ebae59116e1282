/**
 * Regions on the globe, boxes and rings: whether a cell of the grid is inside, outside or at the border, and whether a point is inside.
 *
 * Coordinates are units from the equator and from Greenwich; a cell includes its borders. Elsewhere: finding the terms of a region
 * (areas/index), distances (content/model/values/distance).
 */
import {
  type Area,
  type Borders,
  bordersOf,
  HALF_ANGLE,
  haversine,
  haversineOfMetres,
  LOCATION_LIMITS,
  longitudeDistance,
  type Origin,
  originOf,
  UNITS_PER_DEGREE,
} from '../../content/model/index.js';

/** A cell of the grid. */
export interface Cell {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export interface Region {
  /** @returns `inside` if the whole cell is inside, `outside` if the whole cell is outside, `border` if neither is certain */
  classify(cell: Cell): 'inside' | 'outside' | 'border';
  contains(latitude: number, longitude: number): boolean;
}

export const POLE = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
export const ANTIMERIDIAN = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

export function createRegion(area: Area): Region {
  if (area.shape === 'box') return createBoxRegion(bordersOf(area));
  return createRingRegion(originOf(area.centre), -1, nextAbove(haversineOfMetres(area.metres)));
}

/** @returns the next number above `value`. @param value at least 0 */
export const nextAbove = (value: number): number => value + value * Number.EPSILON + Number.MIN_VALUE;

function createBoxRegion({ west, south, east, north }: Borders): Region {
  const crossesAntimeridian = west > east;
  return {
    classify(cell) {
      if (cell.north < south || cell.south > north) return 'outside';
      const isBesideBox = crossesAntimeridian
        ? cell.west > east && cell.east < west
        : cell.east < west || cell.west > east;
      if (isBesideBox) return 'outside';
      if (cell.south < south || cell.north > north) return 'border';
      const isBetweenMeridians = crossesAntimeridian
        ? cell.west >= west || cell.east <= east
        : cell.west >= west && cell.east <= east;
      return isBetweenMeridians ? 'inside' : 'border';
    },
    contains(latitude, longitude) {
      if (latitude < south || latitude > north) return false;
      return crossesAntimeridian ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
    },
  };
}

/** Maximum error of a haversine computed from cosines: the haversine of 40 centimetres. */
const haversineError = 1e-15;
/** The angle of one unit, in radians. */
const unitAngle = 2 * HALF_ANGLE;

/** Creates the region of the points whose distance from `centre`, as a haversine, is within `[nearest, farthest)`. */
export function createRingRegion(centre: Origin, nearest: number, farthest: number): Region {
  const distances = new CellDistances(centre);
  const angularReach = farthest > 1 ? Math.PI : 2 * Math.asin(Math.sqrt(farthest + haversineError));
  const south = centre.latitude - angularReach / unitAngle - 1;
  const north = centre.latitude + angularReach / unitAngle + 1;
  // A circle that contains a pole contains all longitudes.
  const containsPole = south <= -POLE || north >= POLE;
  const longitudeReach = containsPole ? 2 * ANTIMERIDIAN : findLongitudeReach(centre, angularReach);
  return {
    classify(cell) {
      if (cell.north < south || cell.south > north) return 'outside';
      const nearestLongitude = distances.nearestLongitude(cell);
      if (nearestLongitude > longitudeReach) return 'outside';
      const lowest = distances.lowestHaversine(cell, nearestLongitude) - haversineError;
      const highest = distances.highestHaversine(cell) + haversineError;
      if (highest < nearest || lowest >= farthest) return 'outside';
      return lowest >= nearest && highest < farthest ? 'inside' : 'border';
    },
    contains(latitude, longitude) {
      const distance = haversine(centre, latitude, longitude);
      return distance >= nearest && distance < farthest;
    },
  };
}

/** @returns the greatest difference of longitudes, in units, between the centre and a point of a circle that contains no pole */
function findLongitudeReach(centre: Origin, angularReach: number): number {
  const cos = Math.cos(centre.latitude * unitAngle);
  return Math.asin(Math.min(1, Math.sin(angularReach) / cos)) / unitAngle + 1;
}

/**
 * Distances between a centre and the points of a cell. The cosine of the distance to a point is
 *
 *     sin(centre) · sin(latitude) + cos(centre) · cos(latitude) · cos(difference of longitudes)
 *
 * Along a meridian it is a wave of the latitude: the nearest point is at its crest, the farthest at its trough.
 */
class CellDistances {
  readonly #centre: Origin;
  readonly #sin: number;
  readonly #cos: number;
  /** The meridian on the other side of the globe. */
  readonly #oppositeLongitude: number;

  constructor(centre: Origin) {
    this.#centre = centre;
    this.#sin = Math.sin(centre.latitude * unitAngle);
    this.#cos = Math.cos(centre.latitude * unitAngle);
    this.#oppositeLongitude = centre.longitude > 0 ? centre.longitude - ANTIMERIDIAN : centre.longitude + ANTIMERIDIAN;
  }

  /** @returns the smallest difference between the centre's longitude and a longitude of the cell, in units */
  nearestLongitude({ west, east }: Cell): number {
    const { longitude } = this.#centre;
    if (west <= longitude && east >= longitude) return 0;
    return Math.min(longitudeDistance(west, longitude), longitudeDistance(east, longitude));
  }

  #farthestLongitude({ west, east }: Cell): number {
    const { longitude } = this.#centre;
    if (west <= this.#oppositeLongitude && east >= this.#oppositeLongitude) return ANTIMERIDIAN;
    return Math.max(longitudeDistance(west, longitude), longitudeDistance(east, longitude));
  }

  /** @param nearestLongitude result of `nearestLongitude`. @returns the haversine of the nearest point */
  lowestHaversine(cell: Cell, nearestLongitude: number): number {
    const low = cell.south * unitAngle;
    const high = cell.north * unitAngle;
    const cos = this.#cos * Math.cos(nearestLongitude * unitAngle);
    const crest = Math.atan2(this.#sin, cos);
    const isCrestInCell = crest >= low && crest <= high;
    const greatestCosine = isCrestInCell
      ? Math.hypot(this.#sin, cos)
      : Math.max(this.#cosineAt(low, cos), this.#cosineAt(high, cos));
    return (1 - greatestCosine) / 2;
  }

  /** @returns the haversine of the farthest point */
  highestHaversine(cell: Cell): number {
    const low = cell.south * unitAngle;
    const high = cell.north * unitAngle;
    const cos = this.#cos * Math.cos(this.#farthestLongitude(cell) * unitAngle);
    const trough = Math.atan2(-this.#sin, -cos);
    const isTroughInCell = trough >= low && trough <= high;
    const smallestCosine = isTroughInCell
      ? -Math.hypot(this.#sin, cos)
      : Math.min(this.#cosineAt(low, cos), this.#cosineAt(high, cos));
    return (1 - smallestCosine) / 2;
  }

  /** @param cos cosine of the centre's latitude times the cosine of the difference of longitudes */
  #cosineAt(latitude: number, cos: number): number {
    return this.#sin * Math.sin(latitude) + cos * Math.cos(latitude);
  }
}
