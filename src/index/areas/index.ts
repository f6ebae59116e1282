/**
 * Areas → the terms of a location field inside them: ranges of the Z-order. Every cell of a grid is one range.
 *
 * Cells are halved, by longitude and latitude in turn, until they lie inside the area, outside it, or hold few terms, which are
 * tested one by one. So only cells at the border cost time, and the size is exact before any doc is read.
 */
import { choose } from '../../content/choices/index.js';
import {
  type Area,
  type Borders,
  bordersOf,
  HALF_ANGLE,
  haversine,
  haversineOfMetres,
  LOCATION_LIMITS,
  latitudeUnits,
  longitudeDistance,
  longitudeUnits,
  type Origin,
  originOf,
  type TermId,
  termId,
  UNITS_PER_DEGREE,
  zOrder,
} from '../../content/model/index.js';
import { firstIndexWithin } from '../../format/index.js';
import { CLASSIFY_CELL, MEASURE_DISTANCE } from '../costs/index.js';
import type { Budget } from '../docset/index.js';
import type { NumberTerms } from '../termdict/index.js';

/** A half-open range of terms. */
export type TermRange = [start: TermId, end: TermId];

/** A region on the globe. Coordinates are units from the equator and from Greenwich; a cell includes its borders. */
export interface Region {
  /** @returns 1 if the whole cell is inside, -1 if the whole cell is outside, 0 if neither is certain */
  classify(south: number, north: number, west: number, east: number): number;
  contains(latitude: number, longitude: number): boolean;
}

const pole = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
const antimeridian = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

function createBoxRegion({ west, south, east, north }: Borders): Region {
  const crossesAntimeridian = west > east;
  return {
    classify(cellSouth, cellNorth, cellWest, cellEast) {
      if (cellNorth < south || cellSouth > north) return -1;
      const isBesideBox = crossesAntimeridian ? cellWest > east && cellEast < west : cellEast < west || cellWest > east;
      if (isBesideBox) return -1;
      if (cellSouth < south || cellNorth > north) return 0;
      const isWithinBox = crossesAntimeridian
        ? cellWest >= west || cellEast <= east
        : cellWest >= west && cellEast <= east;
      return isWithinBox ? 1 : 0;
    },
    contains(latitude, longitude) {
      if (latitude < south || latitude > north) return false;
      return crossesAntimeridian ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
    },
  };
}

/** Maximum error of a haversine computed from cosines: the haversine of 40 centimetres. */
const haversineError = 1e-15;

/** Creates the region of the points whose distance from `centre`, as a haversine, is within `[nearest, farthest)`. */
export function createRingRegion(centre: Origin, nearest: number, farthest: number): Region {
  const angle = 2 * HALF_ANGLE;
  const sin = Math.sin(centre.latitude * angle);
  const cos = Math.cos(centre.latitude * angle);
  const angularReach = farthest > 1 ? Math.PI : 2 * Math.asin(Math.sqrt(farthest + haversineError));
  const south = centre.latitude - angularReach / angle - 1;
  const north = centre.latitude + angularReach / angle + 1;
  // A circle that contains a pole contains all longitudes.
  const isPolar = south <= -pole || north >= pole;
  const longitudeReach = isPolar ? 2 * antimeridian : Math.asin(Math.min(1, Math.sin(angularReach) / cos)) / angle + 1;
  return {
    classify(cellSouth, cellNorth, cellWest, cellEast) {
      if (cellNorth < south || cellSouth > north) return -1;
      const toWest = longitudeDistance(cellWest, centre.longitude);
      const toEast = longitudeDistance(cellEast, centre.longitude);
      const nearestLongitude =
        cellWest <= centre.longitude && cellEast >= centre.longitude ? 0 : Math.min(toWest, toEast);
      if (nearestLongitude > longitudeReach) return -1;
      const oppositeLongitude =
        centre.longitude > 0 ? centre.longitude - antimeridian : centre.longitude + antimeridian;
      const farthestLongitude =
        cellWest <= oppositeLongitude && cellEast >= oppositeLongitude ? antimeridian : Math.max(toWest, toEast);
      const [low, high] = [cellSouth * angle, cellNorth * angle];
      const [sinLow, cosLow, sinHigh, cosHigh] = [Math.sin(low), Math.cos(low), Math.sin(high), Math.cos(high)];
      // Along a meridian the cosine of the distance is a wave: the nearest point is at its crest, the farthest at its trough.
      const nearCos = cos * Math.cos(nearestLongitude * angle);
      const crest = Math.atan2(sin, nearCos);
      const greatest =
        crest >= low && crest <= high
          ? Math.hypot(sin, nearCos)
          : Math.max(sin * sinLow + nearCos * cosLow, sin * sinHigh + nearCos * cosHigh);
      const farCos = cos * Math.cos(farthestLongitude * angle);
      const trough = Math.atan2(-sin, -farCos);
      const smallest =
        trough >= low && trough <= high
          ? -Math.hypot(sin, farCos)
          : Math.min(sin * sinLow + farCos * cosLow, sin * sinHigh + farCos * cosHigh);
      const lowest = (1 - greatest) / 2 - haversineError;
      const highest = (1 - smallest) / 2 + haversineError;
      if (highest < nearest || lowest >= farthest) return -1;
      return lowest >= nearest && highest < farthest ? 1 : 0;
    },
    contains(latitude, longitude) {
      const distance = haversine(centre, latitude, longitude);
      return distance >= nearest && distance < farthest;
    },
  };
}

/** @returns the next number above `value`. @param value at least 0 */
export const nextAbove = (value: number): number => value + value * Number.EPSILON + Number.MIN_VALUE;

export function createRegion(area: Area): Region {
  if (area.shape === 'box') return createBoxRegion(bordersOf(area));
  return createRingRegion(originOf(area.centre), -1, nextAbove(haversineOfMetres(area.metres)));
}

/** A cell with at most this many terms is not halved. */
const fewTerms = 8;

/**
 * @param terms of a location field
 * @returns the ranges of terms in the region, ascending, with gaps between them
 * Cost: the cells and terms at the border.
 */
export function findTermsWithin(terms: NumberTerms, region: Region, budget: Budget): readonly TermRange[] {
  const ranges: TermRange[] = [];
  const add = (start: TermId, end: TermId): void => {
    const lastRange = ranges.at(-1);
    if (lastRange !== undefined && lastRange[1] === start) lastRange[1] = end;
    else ranges.push([start, end]);
  };
  /** @param south @param west corner of the cell, in units from the south pole and the antimeridian */
  const visit = (start: TermId, end: TermId, south: number, height: number, west: number, width: number): void => {
    // A single term may lie in a cell that is too small to halve.
    const isSingle = end - start <= 1;
    if (isSingle || choose('area.cell', end - start <= fewTerms ? 'look' : 'halve') === 'look') {
      budget.spend((end - start) * MEASURE_DISTANCE);
      for (let term = start, nextTerm = term; term < end; term = nextTerm) {
        nextTerm = termId(term + 1);
        const zNumber = terms.at(term);
        if (region.contains(latitudeUnits(zNumber), longitudeUnits(zNumber))) add(term, nextTerm);
      }
      return;
    }
    budget.spend(CLASSIFY_CELL);
    const classification = region.classify(
      south - pole,
      Math.min(pole, south + height - 1 - pole),
      west - antimeridian,
      Math.min(antimeridian, west + width - 1 - antimeridian),
    );
    if (classification < 0) return;
    if (classification > 0) {
      add(start, end);
      return;
    }
    const [halfWidth, halfHeight] = width > height ? [width / 2, height] : [width, height / 2];
    const [nextSouth, nextWest] = width > height ? [south, west + halfWidth] : [south + halfHeight, west];
    const half = zOrder(nextSouth, nextWest);
    const middle = firstIndexWithin(start, end, (term) => terms.at(term) >= half);
    visit(start, middle, south, halfHeight, west, halfWidth);
    visit(middle, end, nextSouth, halfHeight, nextWest, halfWidth);
  };
  visit(termId(0), termId(terms.size), 0, 2 ** 31, 0, 2 ** 32);
  return ranges;
}
