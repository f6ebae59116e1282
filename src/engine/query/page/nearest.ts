/**
 * Pages by distance: only the members in a ring around the origin are ordered; nearer members are counted.
 *
 * The reach of the ring is estimated from the origin's neighbours in the Z-order for a short page, otherwise from a sample of
 * the members. The estimate affects the cost only, never the answer: a ring that does not contain the page is not used.
 */
import { choose } from '../../../content/choices/index.js';
import {
  encodeLocation,
  LOCATION_LIMITS,
  type Origin,
  termOrdinal,
  UNITS_PER_DEGREE,
} from '../../../content/model/index.js';
import { firstAtLeast } from '../../../format/index.js';
import { createRingRegion, findTermsWithin, nextAbove, type Region } from '../../../index/areas/index.js';
import { MEASURE_DISTANCE } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { Members } from '../run/members.js';
import type { DistanceOrder, KeyColumn } from './key-column.js';
import { orderByKeys } from './order.js';

interface DistanceKey extends KeyColumn {
  readonly distance: DistanceOrder;
}

/** With fewer members, all are ordered. */
const ringMinimum = 512;
/** A ring has this many times the items that are expected to be needed, unless every item is a member. */
const ringMargin = 2;
/** Neighbours are used only while they are at most one in this many of all items. */
const neighboursShare = 64;
const sampleDocs = 1024;
/** Positions of the sample that the page may be away from its expected position: at least 2.5 standard deviations. */
const sampleMargin = 40;

/**
 * @param key the first of `keys`
 * @returns the members `[skip, skip + wanted)` in order; the caller checks that there are that many; not in the arena
 */
export function pageByDistance(
  members: Members,
  key: DistanceKey,
  keys: readonly KeyColumn[],
  skip: number,
  wanted: number,
  arena: Arena,
): Uint32Array {
  const { postings } = key;
  const unlocated = membersAmong(members, postings.unpopulated(), arena);
  const located = members.count - unlocated.length;
  const end = skip + wanted;
  const out = new Uint32Array(wanted);
  const locatedEnd = Math.min(end, located);
  if (skip < locatedEnd) {
    const isInRing = choose('near.page', located > ringMinimum ? 'ring' : 'all') === 'ring';
    const locatedPage = isInRing
      ? pageInRing({ members, located, key, keys, start: skip, end: locatedEnd, arena })
      : orderedSlice(members.docs(), keys, skip, locatedEnd, arena);
    out.set(locatedPage);
  }
  // Docs without a location come last.
  if (end > located) {
    const first = Math.max(0, skip - located);
    const unlocatedPage = orderedSlice(unlocated, keys.slice(1), first, end - located, arena);
    out.set(unlocatedPage, Math.max(0, located - skip));
  }
  return out;
}

/** @param docs not changed. @returns the docs that are members */
function membersAmong(members: Members, docs: Uint32Array, arena: Arena): Uint32Array {
  if (members.isAll || docs.length === 0) return docs;
  const out = arena.list(docs.length);
  return out.subarray(0, members.sift(docs, out));
}

/** @param docs not changed. @returns the positions `[start, end)` of the docs in order */
function orderedSlice(
  docs: Uint32Array,
  keys: readonly KeyColumn[],
  start: number,
  end: number,
  arena: Arena,
): Uint32Array {
  const ordered = arena.list(docs.length);
  ordered.set(docs);
  orderByKeys(ordered, start, end, keys, arena);
  return ordered.slice(start, end);
}

/** A half-open interval of values of `DistanceOrder.of`. */
interface Reach {
  readonly from: number;
  readonly to: number;
}

/** A page `[start, end)` of the members with a location. */
interface DistancePage {
  readonly members: Members;
  readonly located: number;
  readonly key: DistanceKey;
  readonly keys: readonly KeyColumn[];
  readonly start: number;
  readonly end: number;
  readonly arena: Arena;
}

/** Does not release the arena: members allocate there when they are first sifted, and facets read it later. */
function pageInRing(page: DistancePage): Uint32Array {
  const { members, keys, start, end, arena } = page;
  return (
    pageAmongNeighbours(page) ??
    pageAroundSample(page) ??
    // No ring contained the page: order all members.
    orderedSlice(members.docs(), keys, start, end, arena)
  );
}

/**
 * Orders the members within the reach of the origin's neighbours, and takes four times as many neighbours until the page is
 * among these members.
 *
 * @returns undefined if more neighbours would be needed than `near.ring` allows
 */
function pageAmongNeighbours({
  members,
  located,
  key,
  keys,
  start,
  end,
  arena,
}: DistancePage): Uint32Array | undefined {
  const { populated } = key.postings;
  const margin = members.isAll ? 1 : ringMargin;
  for (let count = Math.ceil((margin * end * populated) / located); ; count *= 4) {
    const isFew = count * neighboursShare < populated;
    if (choose('near.ring', isFew ? 'neighbours' : 'sample') === 'sample') return undefined;
    const reach = { from: Number.NEGATIVE_INFINITY, to: estimateReachByNeighbours(key, count, arena) };
    const docs = membersWithin(members, key, reach, arena);
    if (docs.length >= end) return orderedSlice(docs, keys, start, end, arena);
  }
}

/**
 * Orders the members in a ring that begins before the page and ends after it, by a sample of the members; each attempt takes a
 * ring with a wider margin.
 *
 * @returns undefined if the widest ring does not contain the page
 */
function pageAroundSample(page: DistancePage): Uint32Array | undefined {
  const { members, key, keys, start, end, arena } = page;
  for (let margin = sampleMargin; margin < sampleDocs; margin *= 4) {
    const reach = estimateReachBySample(page, margin);
    const nearerCount = countBefore(members, key, reach.from, arena);
    if (nearerCount > start) continue;
    const docs = membersWithin(members, key, reach, arena);
    if (nearerCount + docs.length >= end)
      return orderedSlice(docs, keys, start - nearerCount, end - nearerCount, arena);
  }
  return undefined;
}

const membersWithin = (members: Members, key: DistanceKey, reach: Reach, arena: Arena): Uint32Array =>
  membersAmong(members, docsWithin(key, reach, arena), arena);

/** @returns the region of the locations within reach */
function regionOf({ descending, distance }: DistanceKey, { from, to }: Reach): Region {
  return descending
    ? createRingRegion(distance.from, nextAbove(-to), nextAbove(-from))
    : createRingRegion(distance.from, from, to);
}

const runsWithin = (key: DistanceKey, reach: Reach, { budget }: Arena) =>
  findTermsWithin(key.distance.terms, regionOf(key, reach), budget);

function docsWithin(key: DistanceKey, reach: Reach, arena: Arena): Uint32Array {
  const { postings } = key;
  const runs = runsWithin(key, reach, arena);
  const count = countDocs(key, runs);
  arena.budget.spend(count);
  const out = arena.list(count);
  let at = 0;
  for (const [start, end] of runs) {
    out.set(postings.run(start, end), at);
    at += postings.count(start, end);
  }
  return out;
}

function countBefore(members: Members, key: DistanceKey, to: number, arena: Arena): number {
  const reach = { from: Number.NEGATIVE_INFINITY, to };
  if (to === Number.NEGATIVE_INFINITY) return 0;
  if (!members.isAll) return membersWithin(members, key, reach, arena).length;
  return countDocs(key, runsWithin(key, reach, arena));
}

function countDocs({ postings }: DistanceKey, runs: ReturnType<typeof runsWithin>): number {
  let count = 0;
  for (const [start, end] of runs) count += postings.count(start, end);
  return count;
}

const halfTurn = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

/** @returns the opposite point of the globe */
const antipode = ({ latitude, longitude }: Origin): Origin => ({
  latitude: -latitude,
  longitude: longitude > 0 ? longitude - halfTurn : longitude + halfTurn,
});

/** @returns a reach that contains at least `count` docs: the origin's neighbours in the Z-order */
function estimateReachByNeighbours(
  { distance, postings, descending }: DistanceKey,
  count: number,
  { budget }: Arena,
): number {
  const { latitude, longitude } = descending ? antipode(distance.from) : distance.from;
  const { starts, docs, populated } = postings;
  const term = distance.terms.countBelow(encodeLocation(Math.round(latitude), Math.round(longitude)));
  const place = starts[term]!;
  const first = Math.max(0, Math.min(place, populated) - count);
  const last = Math.min(populated, place + count);
  budget.spend((last - first) * MEASURE_DISTANCE * 2);
  const distances = new Float64Array(last - first);
  // The ordinal of the first neighbour.
  let ordinal = distance.terms.size === 0 ? 0 : firstAtLeast(starts, first + 1, 0, starts.length - 1);
  for (let at = first; at < last; at += 1) {
    while (starts[ordinal]! <= at) ordinal += 1;
    distances[at - first] = distance.of(termOrdinal(ordinal));
  }
  distances.sort();
  return justAfter(distances[Math.min(count, docs.length, distances.length) - 1] ?? 0);
}

/** @returns the next number above a positive or negative one */
const justAfter = (value: number): number =>
  value < 0 ? value * (1 - 2 * Number.EPSILON) + Number.MIN_VALUE : nextAbove(value);

function estimateReachBySample({ members, located, key, start, end, arena }: DistancePage, margin: number): Reach {
  const { postings, column, distance } = key;
  const docs = members.isAll ? postings.docs.subarray(0, postings.populated) : members.docs();
  arena.budget.spend(sampleDocs * 2 * MEASURE_DISTANCE);
  const sample = Float64Array.from({ length: sampleDocs }, (_, at) => {
    const ordinal = column[docs[Math.floor(((at + 0.5) * docs.length) / sampleDocs)]!]!;
    return ordinal === 0 ? Number.POSITIVE_INFINITY : distance.of(termOrdinal(ordinal));
  }).sort();
  const locatedCount = sample.findLastIndex((value) => value < Number.POSITIVE_INFINITY) + 1;
  const from = Math.floor((start * locatedCount) / located) - margin;
  const to = Math.ceil((end * locatedCount) / located) + margin;
  return {
    from: from < 0 ? Number.NEGATIVE_INFINITY : sample[from]!,
    to: to < locatedCount ? justAfter(sample[to]!) : Number.POSITIVE_INFINITY,
  };
}
