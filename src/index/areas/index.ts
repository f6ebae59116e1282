/**
 * Areas → the terms of a location field inside them: ranges of the Z-order. Every cell of a grid is one range.
 *
 * Cells are halved, by longitude and latitude in turn, until they lie inside the region, outside it, or hold few terms, which are
 * tested one by one. So only cells at the border cost time, and the size is exact before any doc is read.
 * Elsewhere: the shapes of regions (regions).
 */
import { choose } from '../../content/choices/index.js';
import { latitudeUnits, longitudeUnits, type TermId, termId, zOrder } from '../../content/model/index.js';
import { firstIndexWithin } from '../../format/index.js';
import { CLASSIFY_CELL, MEASURE_DISTANCE } from '../costs/index.js';
import type { Budget } from '../docset/index.js';
import type { NumberTerms } from '../termdict/index.js';
import { ANTIMERIDIAN, POLE, type Region } from './regions.js';

export { createRegion, createRingRegion, nextAbove, type Region } from './regions.js';

/** A half-open range of terms. */
export type TermRange = [start: TermId, end: TermId];

/** A cell with at most this many terms is not halved. */
const fewTerms = 8;

/**
 * @param terms of a location field
 * @returns the ranges of terms in the region, ascending, with gaps between them
 * Cost: the cells and terms at the border.
 */
export function findTermsWithin(terms: NumberTerms, region: Region, budget: Budget): readonly TermRange[] {
  const search = new CellSearch(terms, region, budget);
  search.visit(termId(0), termId(terms.size), { south: 0, height: 2 ** 31, west: 0, width: 2 ** 32 });
  return search.ranges;
}

/** A cell as part of the grid, in units from the south pole and from the antimeridian. */
interface GridCell {
  readonly south: number;
  readonly height: number;
  readonly west: number;
  readonly width: number;
}

class CellSearch {
  readonly ranges: TermRange[] = [];
  readonly #terms: NumberTerms;
  readonly #region: Region;
  readonly #budget: Budget;

  constructor(terms: NumberTerms, region: Region, budget: Budget) {
    this.#terms = terms;
    this.#region = region;
    this.#budget = budget;
  }

  /** Adds the terms `[start, end)` of a cell that are in the region. Recurses once per halving, at most 63 times. */
  visit(start: TermId, end: TermId, cell: GridCell): void {
    // A single term may lie in a cell that is too small to halve.
    const isSingle = end - start <= 1;
    if (isSingle || choose('area.cell', end - start <= fewTerms ? 'look' : 'halve') === 'look') {
      this.#testTerms(start, end);
      return;
    }
    this.#budget.spend(CLASSIFY_CELL);
    const { south, height, west, width } = cell;
    const position = this.#region.classify({
      south: south - POLE,
      north: Math.min(POLE, south + height - 1 - POLE),
      west: west - ANTIMERIDIAN,
      east: Math.min(ANTIMERIDIAN, west + width - 1 - ANTIMERIDIAN),
    });
    if (position === 'outside') return;
    if (position === 'inside') this.#add(start, end);
    else this.#visitHalves(start, end, cell);
  }

  #visitHalves(start: TermId, end: TermId, { south, height, west, width }: GridCell): void {
    const isWide = width > height;
    const halfWidth = isWide ? width / 2 : width;
    const halfHeight = isWide ? height : height / 2;
    const secondSouth = isWide ? south : south + halfHeight;
    const secondWest = isWide ? west + halfWidth : west;
    const secondStart = zOrder(secondSouth, secondWest);
    const middle = firstIndexWithin(start, end, (term) => this.#terms.at(term) >= secondStart);
    this.visit(start, middle, { south, height: halfHeight, west, width: halfWidth });
    this.visit(middle, end, { south: secondSouth, height: halfHeight, west: secondWest, width: halfWidth });
  }

  #testTerms(start: TermId, end: TermId): void {
    this.#budget.spend((end - start) * MEASURE_DISTANCE);
    for (let term = start, nextTerm = term; term < end; term = nextTerm) {
      nextTerm = termId(term + 1);
      const location = this.#terms.at(term);
      if (this.#region.contains(latitudeUnits(location), longitudeUnits(location))) this.#add(term, nextTerm);
    }
  }

  /** Adds a range, or extends the last one if it ends at `start`. */
  #add(start: TermId, end: TermId): void {
    const lastRange = this.ranges.at(-1);
    if (lastRange !== undefined && lastRange[1] === start) lastRange[1] = end;
    else this.ranges.push([start, end]);
  }
}
