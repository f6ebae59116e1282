/**
 * Pages: the window `[skip, skip + limit)` of the members in an order, by the cheaper of two ways:
 *
 * - walk an order that is stored and test each doc, until the window is full;
 * - take the members and select the window among them.
 *
 * Walking reads about `(skip + limit) · docs / members` docs, selecting all members.
 */
import { ascending, Bitset, orderWindow } from '../docset/index.js';
import type { Members } from './members.js';
import { type KeyColumn, orderBy } from './order.js';
import type { PageWay, Trace } from './trace.js';
import type { Window } from './tree.js';

/** What selecting one member costs beside testing one doc. */
const selectCost = 3;
/** A group of equal values larger than this is paged by the next key instead of being taken whole. */
const tieMaximum = 512;
/** How many times the wanted members a value must be likely to have to be walked without counting. */
const surelyEnough = 8;
/** Share of a segment from which unordered members are put in order by marking bits. */
const bitsShare = 1 / 64;

/**
 * @param size docs of the segment
 * @param keys may be empty: the export's order
 * @param trace is told which way is taken
 * @returns the docs of the window, in order
 */
export function pageOf(
  members: Members,
  size: number,
  keys: readonly KeyColumn[],
  { skip, limit }: Window,
  trace?: Trace,
): Uint32Array {
  const wanted = Math.max(0, Math.min(limit, members.count - skip));
  if (wanted === 0) {
    trace?.page({ way: 'none', walk: 0, take: 0 });
    return new Uint32Array(0);
  }
  const walk = Math.min(size, ((skip + wanted) * size) / members.count) * members.testCost;
  const take = members.count * (selectCost + members.listCost);
  const walks = members.all || walk < take;
  const [first, ...rest] = keys;
  if (first === undefined) {
    const way = wayInExportOrder(members, size, walks, skip + wanted);
    trace?.page({ way, walk, take });
    trace?.step('page');
    return inExportOrder(members, size, skip, wanted, way);
  }
  trace?.page({ way: walks ? 'walkKey' : 'select', walk, take });
  trace?.step('page');
  return walks ? walkKey(members, size, first, rest, skip, wanted) : selectWindow(members, keys, skip, wanted);
}

type ExportOrderWay = Exclude<PageWay, 'none' | 'walkKey' | 'candidates'>;

/** @param end of the window */
function wayInExportOrder(members: Members, size: number, walks: boolean, end: number): ExportOrderWay {
  if (members.all) return 'places';
  if (members.first !== undefined && end <= members.first.length) return 'first';
  if (members.bits !== undefined) return 'bits';
  if (members.ascends) return 'slice';
  if (walks) return 'walkDocs';
  return members.count > size * bitsShare ? 'markBits' : 'select';
}

function inExportOrder(members: Members, size: number, skip: number, wanted: number, way: ExportOrderWay): Uint32Array {
  switch (way) {
    case 'places':
      return Uint32Array.from({ length: wanted }, (_, place) => skip + place);
    case 'first':
      return (members.first ?? members.docs()).subarray(skip, skip + wanted);
    case 'bits':
    case 'markBits': {
      const out = new Uint32Array(wanted);
      const bits = members.bits ?? Bitset.of(size, members.docs());
      bits.window(skip, wanted, out);
      return out;
    }
    case 'slice':
      return members.docs().slice(skip, skip + wanted);
    case 'walkDocs':
      return walkDocs(members, size, skip, wanted);
    case 'select': {
      const docs = members.docs().slice();
      orderWindow(docs, skip, skip + wanted, ascending);
      return docs.slice(skip, skip + wanted);
    }
  }
}

function walkDocs(members: Members, size: number, skip: number, wanted: number): Uint32Array {
  const out = new Uint32Array(wanted);
  let toSkip = skip;
  let written = 0;
  for (let doc = 0; doc < size && written < wanted; doc += 1) {
    if (!members.has(doc)) continue;
    if (toSkip > 0) toSkip -= 1;
    else out[written++] = doc;
  }
  return out;
}

function selectWindow(members: Members, keys: readonly KeyColumn[], skip: number, wanted: number): Uint32Array {
  const docs = members.docs().slice();
  orderWindow(docs, skip, skip + wanted, orderBy(keys));
  return docs.slice(skip, skip + wanted);
}

/**
 * Walks the docs by value, run by run; within a run docs ascend, so that one key needs no comparison at all.
 */
function walkKey(
  members: Members,
  size: number,
  key: KeyColumn,
  rest: readonly KeyColumn[],
  skip: number,
  wanted: number,
): Uint32Array {
  const { docs, starts } = key.postings;
  const terms = starts.length - 1;
  const out = new Uint32Array(wanted);
  let written = 0;
  let [step, toSkip] = members.all ? firstStep(key, skip) : soughtStep(members, size, key, skip);
  for (; step <= terms && written < wanted; step += 1) {
    // Step `terms` is the tail of unpopulated docs, last in both directions.
    const term = key.descending && step < terms ? terms - 1 - step : step;
    const start = starts[term]!;
    const end = term < terms ? starts[term + 1]! : size;
    if (rest.length === 0 || end - start === 1) {
      for (let place = start; place < end && written < wanted; place += 1) {
        const doc = docs[place]!;
        if (!members.has(doc)) continue;
        if (toSkip > 0) toSkip -= 1;
        else out[written++] = doc;
      }
      continue;
    }
    const ordinal = term === terms ? 0 : term + 1;
    const likely = ((end - start) * members.count) / size;
    if (toSkip === 0 && end - start > tieMaximum && likely > (wanted - written) * surelyEnough) {
      // So many are likely to be members that the next key's order is walked without counting them first.
      const page = walkTies(
        uncounted(members, key, ordinal, docs.subarray(start, end), likely),
        size,
        rest,
        wanted - written,
      );
      out.set(page, written);
      written += page.length;
      continue;
    }
    const tied = tiedMembers(members, key, ordinal, docs.subarray(start, end));
    if (tied.count <= toSkip) {
      toSkip -= tied.count;
      continue;
    }
    const window = { skip: toSkip, limit: wanted - written };
    const page =
      tied.count > tieMaximum
        ? pageOf(tied, size, rest, window)
        : selectWindow(tied, rest, toSkip, Math.min(tied.count - toSkip, wanted - written));
    out.set(page, written);
    written += page.length;
    toSkip = 0;
  }
  return out.subarray(0, written);
}

/** As pageOf from the first member on, of members whose count is a guess: where it was too high, fewer are found. */
function walkTies(members: Members, size: number, [key, ...rest]: readonly KeyColumn[], wanted: number): Uint32Array {
  return key === undefined ? new Uint32Array(0) : walkKey(members, size, key, rest, 0, wanted);
}

/** @returns the step at which `skip` docs have been passed when all docs are members, and how many are left to skip */
function firstStep({ postings: { starts }, descending }: KeyColumn, skip: number): [step: number, toSkip: number] {
  const terms = starts.length - 1;
  const populated = starts[terms]!;
  const passed = (step: number): number =>
    step === terms ? populated : descending ? populated - starts[terms - step]! : starts[step]!;
  let low = 0;
  let high = terms;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (passed(middle) <= skip) low = middle;
    else high = middle - 1;
  }
  return [low, skip - passed(low)];
}

/** Share of a segment from which skipping by counting bits beats skipping by testing docs. */
const seekShare = 1 / 8;

/** As firstStep, of some docs: by the quantiles of the key, where there are any and it pays. */
function soughtStep(members: Members, size: number, key: KeyColumn, skip: number): [step: number, toSkip: number] {
  if (key.quantiles === undefined || (skip * size) / members.count < size * seekShare) return [0, skip];
  const bits = members.bits ?? Bitset.of(size, members.docs());
  const { place, passed } = key.quantiles.seek(bits, skip, key.descending);
  const { starts } = key.postings;
  const terms = starts.length - 1;
  let low = 0;
  let high = terms;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return [key.descending ? terms - low : low, skip - passed];
}

/** The members among docs of one value, not looked for yet. @param likely how many they may be */
function uncounted(members: Members, key: KeyColumn, ordinal: number, run: Uint32Array, likely: number): Members {
  return {
    count: Math.max(1, Math.floor(likely)),
    all: false,
    ascends: false,
    testCost: 1 + members.testCost,
    listCost: 0,
    has: (doc) => key.column[doc] === ordinal && members.has(doc),
    docs: () => run.filter((doc) => members.has(doc)),
  };
}

/** The members among docs of one value. @param run ascending */
function tiedMembers(members: Members, key: KeyColumn, ordinal: number, run: Uint32Array): Members {
  const docs = members.all ? run : run.filter((doc) => members.has(doc));
  return {
    count: docs.length,
    all: false,
    ascends: true,
    testCost: 1 + members.testCost,
    listCost: 0,
    has: (doc) => key.column[doc] === ordinal && members.has(doc),
    docs: () => docs,
  };
}
