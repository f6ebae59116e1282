/**
 * Areas → the terms of a location field that lie in them: intervals of the Z-order, of which every cell of a grid is one.
 *
 * Cells are halved, by longitude and latitude in turn, until they lie inside, or outside, or have few terms left, which are
 * looked at. So only what the border crosses costs anything, and the size is exact before any doc is touched.
 */
import { choose } from '../../content/choices/index.js';
import {
  type Area,
  type Borders,
  bordersOf,
  HALF_ANGLE,
  haversine,
  haversineOf,
  LOCATION_LIMITS,
  latitudeUnits,
  longitudesApart,
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

/** Half-open, of terms. */
export type Run = [start: TermId, end: TermId];

/** All in units from equator and Greenwich; borders belong to a cell. */
export interface Region {
  /** @returns 1 where all of the cell lies inside, -1 where nothing of it does, 0 where that is not sure */
  side(south: number, north: number, west: number, east: number): number;
  has(latitude: number, longitude: number): boolean;
}

const pole = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
const antimeridian = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

function box({ west: w, south: s, east: e, north: n }: Borders): Region {
  const crosses = w > e;
  return {
    side(cellSouth, cellNorth, cellWest, cellEast) {
      const isOut =
        cellNorth < s || cellSouth > n || (crosses ? cellWest > e && cellEast < w : cellEast < w || cellWest > e);
      if (isOut) return -1;
      const isIn =
        cellSouth >= s && cellNorth <= n && (crosses ? cellWest >= w || cellEast <= e : cellWest >= w && cellEast <= e);
      return isIn ? 1 : 0;
    },
    has: (latitude, longitude) =>
      latitude >= s && latitude <= n && (crosses ? longitude >= w || longitude <= e : longitude >= w && longitude <= e),
  };
}

/** How far a haversine may be off that was reckoned from cosines; of 40 centimetres. */
const inexact = 1e-15;

/** What is as far from a place as haversines of `[nearest, farthest)`. */
export function ring(from: Origin, nearest: number, farthest: number): Region {
  const angle = 2 * HALF_ANGLE;
  const sin = Math.sin(from.latitude * angle);
  const cos = Math.cos(from.latitude * angle);
  const reach = farthest > 1 ? Math.PI : 2 * Math.asin(Math.sqrt(farthest + inexact));
  const south = from.latitude - reach / angle - 1;
  const north = from.latitude + reach / angle + 1;
  // Where a pole is in the circle, so are all longitudes.
  const isPolar = south <= -pole || north >= pole;
  const sideways = isPolar ? 2 * antimeridian : Math.asin(Math.min(1, Math.sin(reach) / cos)) / angle + 1;
  return {
    side(cellSouth, cellNorth, cellWest, cellEast) {
      if (cellNorth < south || cellSouth > north) return -1;
      const toWest = longitudesApart(cellWest, from.longitude);
      const toEast = longitudesApart(cellEast, from.longitude);
      const least = cellWest <= from.longitude && cellEast >= from.longitude ? 0 : Math.min(toWest, toEast);
      if (least > sideways) return -1;
      const behind = from.longitude > 0 ? from.longitude - antimeridian : from.longitude + antimeridian;
      const most = cellWest <= behind && cellEast >= behind ? antimeridian : Math.max(toWest, toEast);
      const [low, high] = [cellSouth * angle, cellNorth * angle];
      const [sinLow, cosLow, sinHigh, cosHigh] = [Math.sin(low), Math.cos(low), Math.sin(high), Math.cos(high)];
      // Along a meridian the cosine of the distance is a wave: its crest is nearest, its trough farthest.
      const near = cos * Math.cos(least * angle);
      const crest = Math.atan2(sin, near);
      const greatest =
        crest >= low && crest <= high
          ? Math.hypot(sin, near)
          : Math.max(sin * sinLow + near * cosLow, sin * sinHigh + near * cosHigh);
      const far = cos * Math.cos(most * angle);
      const trough = Math.atan2(-sin, -far);
      const smallest =
        trough >= low && trough <= high
          ? -Math.hypot(sin, far)
          : Math.min(sin * sinLow + far * cosLow, sin * sinHigh + far * cosHigh);
      const from1 = (1 - greatest) / 2 - inexact;
      const upTo = (1 - smallest) / 2 + inexact;
      if (upTo < nearest || from1 >= farthest) return -1;
      return from1 >= nearest && upTo < farthest ? 1 : 0;
    },
    has(latitude, longitude) {
      const apart = haversine(from, latitude, longitude);
      return apart >= nearest && apart < farthest;
    },
  };
}

/** @returns the least number above another that is at least 0 */
export const justAbove = (value: number): number => value + value * Number.EPSILON + Number.MIN_VALUE;

export function regionOf(area: Area): Region {
  if (area.shape === 'box') return box(bordersOf(area));
  return ring(originOf(area.centre), -1, justAbove(haversineOf(area.metres)));
}

/** So few terms are looked at one by one. */
const few = 8;

/**
 * @param terms of a location field
 * @returns the runs of terms in the region, ascending, apart
 * Cost: that of the cells and terms at the border.
 */
export function termsWithin(terms: NumberTerms, region: Region, budget: Budget): readonly Run[] {
  const runs: Run[] = [];
  const add = (start: TermId, end: TermId): void => {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === start) last[1] = end;
    else runs.push([start, end]);
  };
  /** @param south @param west of the cell, counted from the pole and the antimeridian */
  const visit = (start: TermId, end: TermId, south: number, height: number, west: number, width: number): void => {
    // One term may lie in a cell that cannot be halved.
    const isOne = end - start <= 1;
    if (isOne || choose('area.cell', end - start <= few ? 'look' : 'halve') === 'look') {
      budget.spend((end - start) * MEASURE_DISTANCE);
      for (let term = start, next = term; term < end; term = next) {
        next = termId(term + 1);
        const held = terms.at(term);
        if (region.has(latitudeUnits(held), longitudeUnits(held))) add(term, next);
      }
      return;
    }
    budget.spend(CLASSIFY_CELL);
    const side = region.side(
      south - pole,
      Math.min(pole, south + height - 1 - pole),
      west - antimeridian,
      Math.min(antimeridian, west + width - 1 - antimeridian),
    );
    if (side < 0) return;
    if (side > 0) {
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
  return runs;
}
