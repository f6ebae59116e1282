/**
 * The compiled loops that look for a pattern in many texts, sixteen places at once: in texts that lie by themselves, and in one
 * attribute of rendered items.
 *
 * What it reads and writes are addresses in one segment's memory; it reads up to 15 bytes behind a text, of which it makes
 * nothing. Source: the comparison of a pattern's first and last byte at many places at once is the "generic SIMD" search
 * (W. Muła, "SIMD-friendly algorithms for substring searching", 2016).
 */

import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { wasm } from '../../format/index.js';

type Code = wasm.Code;
const { get, i32, repeatWhile, set, tee, v128, when } = wasm;

/** Set in what is found where an escape sequence may have begun shortly before: to be looked at again. */
export const UNSURE = 0x80000000;

const BACKSLASH = 0x5c;
/** As many bytes of an escape sequence may stand before its last one: `\u001f`. */
const escapeBefore = 5;

const [records, recordsEnd, attribute, behind, lead, pattern, length, out] = [0, 1, 2, 3, 4, 5, 6, 7];
const [at, left, byte, value, shift, skip, last, mask, found, place, i, text] = [
  8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
];
const [first, final] = [20, 21];

const moveOn = (local: number, by: number): Code => [...get(local), ...i32.const(by), ...i32.add, ...set(local)];
const add = (local: number, more: Code): Code => [...get(local), ...more, ...i32.add, ...set(local)];
const isLess = (a: Code, b: Code): Code => [...a, ...b, ...i32.ltU];
const isNotLess = (a: Code, b: Code): Code => [...a, ...b, ...i32.geU];
const byteAt = (address: Code): Code => [...address, ...i32.load8];
/** As often as the number says, which is 0 at the end. */
const times = (local: number, body: Code): Code => [
  ...get(local),
  ...when(repeatWhile([...body, ...get(local), ...i32.const(1), ...i32.sub, ...tee(local)])),
];

/** The next length of the record. */
const readLength: Code = [
  ...[...i32.const(0), ...set(value), ...i32.const(0), ...set(shift)],
  ...repeatWhile([
    ...[...byteAt(get(at)), ...tee(byte), ...i32.const(127), ...i32.and, ...get(shift), ...i32.shl],
    ...[...get(value), ...i32.or, ...set(value)],
    ...[...moveOn(at, 1), ...moveOn(shift, 7)],
    ...isNotLess(get(byte), i32.const(128)),
  ]),
];

/** Passes over a length without reading it. */
const passLength: Code = repeatWhile([...[...byteAt(get(at)), ...moveOn(at, 1)], ...[...i32.const(128), ...i32.geU]]);

/** Where the text of the attribute stands, and the last place where the pattern may begin. */
const locate: Code = [
  ...[...get(records), ...i32.load, ...set(at)],
  ...[...readLength, ...get(value), ...set(skip), ...readLength, ...add(skip, get(value))],
  ...[...get(attribute), ...set(left)],
  ...times(left, [...readLength, ...add(skip, get(value)), ...moveOn(skip, 1)]),
  ...[...readLength, ...get(behind), ...set(left)],
  ...times(left, passLength),
  ...[...get(at), ...get(skip), ...i32.add, ...tee(text), ...get(value), ...i32.add],
  ...[...i32.const(1), ...i32.sub, ...get(length), ...i32.sub, ...set(last)],
  ...add(text, get(lead)),
];

/** Places among the next sixteen at which both the first and the last byte are the pattern's. */
const comparePlaces: Code = [
  ...[...get(at), ...v128.load(0), ...get(first), ...v128.eq8],
  ...[...get(at), ...get(length), ...i32.add, ...i32.const(1), ...i32.sub, ...v128.load(0), ...get(final), ...v128.eq8],
  ...[...v128.and, ...v128.bitmask8, ...set(mask)],
  ...isLess([...get(last), ...get(at), ...i32.sub], i32.const(15)),
  ...when([
    ...[...i32.const(2), ...get(last), ...get(at), ...i32.sub, ...i32.shl, ...i32.const(1), ...i32.sub],
    ...[...get(mask), ...i32.and, ...set(mask)],
  ]),
];

const behindPlace: Code = [...get(i), ...i32.add];

/** Whether the pattern stands at the lowest place of the mask; takes that place, or leaves the mask without it. */
const comparePattern: Code = [
  ...[...get(at), ...get(mask), ...i32.ctz, ...i32.add, ...set(shift)],
  ...[...i32.const(0), ...set(i)],
  ...repeatWhile([
    ...moveOn(i, 1),
    ...isLess(get(i), get(length)),
    ...[...byteAt([...get(shift), ...behindPlace]), ...byteAt([...get(pattern), ...behindPlace]), ...i32.eq],
    ...i32.and,
  ]),
  ...[...get(mask), ...get(mask), ...i32.const(1), ...i32.sub, ...i32.and, ...set(mask)],
  ...isNotLess(get(i), get(length)),
  ...when([...get(shift), ...set(found), ...i32.const(0), ...set(mask)]),
];

/** Of a text that lies by itself: its start, and its end behind it. */
const locateText: Code = [
  ...[...get(records), ...i32.load, ...set(text), ...moveOn(records, 4)],
  ...[...get(records), ...i32.load, ...get(length), ...i32.sub, ...set(last)],
];

const search: Code = [
  ...[...get(text), ...set(at)],
  ...repeatWhile([
    ...comparePlaces,
    ...[...get(mask), ...when(repeatWhile([...comparePattern, ...get(mask)]))],
    ...moveOn(at, 16),
    ...[...get(found), ...i32.eqz, ...isNotLess(get(last), get(at)), ...i32.and],
  ]),
];

/** Writes the record's place, and whether a backslash stands shortly before what was found. */
const tell: Code = [
  ...[...i32.const(0), ...set(value), ...i32.const(0), ...set(i), ...get(found), ...set(at)],
  ...isLess(get(text), get(found)),
  ...when(
    repeatWhile([
      ...[...moveOn(at, -1), ...moveOn(i, 1)],
      ...[...byteAt(get(at)), ...i32.const(BACKSLASH), ...i32.eq],
      ...when([...i32.const(UNSURE), ...set(value)]),
      ...[...isLess(get(text), get(at)), ...isLess(get(i), i32.const(escapeBefore)), ...i32.and],
    ]),
  ),
  ...[...get(out), ...get(place), ...get(value), ...i32.or, ...i32.store],
  ...moveOn(out, 4),
];

const searching = (name: string, locate: Code): wasm.Routine => ({
  name,
  parameters: 8,
  returns: true,
  numbers: 12,
  vectors: 2,
  code: [
    ...[...byteAt(get(pattern)), ...v128.splat8, ...set(first)],
    ...[...byteAt([...get(pattern), ...get(length), ...i32.add, ...i32.const(1), ...i32.sub])],
    ...[...v128.splat8, ...set(final)],
    ...repeatWhile([
      ...[...locate, ...i32.const(0), ...set(found)],
      ...[...isNotLess(get(last), get(text)), ...when(search)],
      ...[...get(found), ...when(tell)],
      ...[...moveOn(place, 1), ...moveOn(records, 4), ...isLess(get(records), get(recordsEnd))],
    ]),
    ...get(out),
  ],
});

/**
 * `searchRecords(records, recordsEnd, attribute, behind, lead, pattern, length, out)`: addresses of records, which attribute
 * and how many behind it, how many bytes of it stand before its text, and the pattern. Writes the places of those that hold
 * the pattern; returns their end.
 */
const SEARCH_RECORDS = searching('searchRecords', locate);

/** `searchTexts(…)`: the same, of pairs of a text's start and end; which attribute makes no difference. */
const SEARCH_TEXTS = searching('searchTexts', locateText);

/** Addresses that a routine takes. */
interface Searched {
  readonly records: number;
  readonly recordsEnd: number;
  readonly pattern: number;
  readonly length: number;
  readonly out: number;
}

/** @returns where what was written ends */
type SearchTexts = (attribute: Attribute, searched: Searched) => number;

/** Addresses beyond 2^31 come back as negative numbers. */
const searched =
  (run: wasm.Run): SearchTexts =>
  ({ place, behind, lead }, { records, recordsEnd, pattern, length, out }) =>
    Number(run(records, recordsEnd, place, behind, lead, pattern, length, out)) >>> 0;

const searchRoutinesIn = wasm.routinesIn([SEARCH_RECORDS, SEARCH_TEXTS], (run) => ({
  records: searched(run(SEARCH_RECORDS.name)),
  texts: searched(run(SEARCH_TEXTS.name)),
}));

// Runs a compiled loop (search-routine) over texts whose addresses a dictionary knows, and takes what it has found.

/** Room for what a compiled loop reads and writes, and what the request is charged to: an arena. */
export interface Scratch {
  readonly budget: { spend(costNs: number): void };
  readonly memory: WebAssembly.Memory | undefined;
  list(length: number): Uint32Array;
  isHome(buffer: ArrayBufferLike): boolean;
}

/** Tests one term. */
export type Holds = (term: TermId) => boolean;

/** Of a longer pattern only so many bytes are looked for, and what holds them is looked at again: a place is compared no further. */
const comparedMaximum = 64;

/** Which attribute of a record the text is. */
export interface Attribute {
  readonly place: number;
  /** How many attributes stand behind it. */
  readonly behind: number;
  /** Bytes of it before the text. */
  readonly lead: number;
}

const NO_ATTRIBUTE: Attribute = { place: 0, behind: 0, lead: 0 };

/** What a dictionary says of the texts that are looked at. */
export interface Sifted {
  /** Whatever the texts lie in. */
  readonly chunks: readonly Uint8Array[];
  /** Undefined where texts lie by themselves. */
  readonly attribute: Attribute | undefined;
  /** Writes the addresses of the terms' records; of texts by themselves, start and end of each. */
  readonly locate: (indexes: Uint32Array, addresses: Uint32Array) => void;
  /** Makes the test of one term, for those that a backslash before what was found leaves in doubt. */
  readonly containing: () => Holds;
}

/**
 * @param whole the pattern as it stands in the texts, at least one byte
 * @returns the terms that hold it, in their order; undefined where not all of it lies in the memory of compiled loops
 * Cost: O(bytes of the texts / 16).
 */
export function siftTexts(
  indexes: Uint32Array,
  whole: Uint8Array,
  scratch: Scratch,
  { chunks, attribute, locate, containing }: Sifted,
): Uint32Array | undefined {
  if (indexes.length === 0) return indexes;
  if (scratch.memory === undefined || chunks.some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
  const { records, texts } = searchRoutinesIn(scratch.memory);
  const search: SearchTexts = attribute === undefined ? texts : records;
  // Its end has the least in common with the beginning, which the texts were chosen by.
  const isLong = whole.byteLength > comparedMaximum;
  // A pattern longer than the memory before a text would end before address 0, which the loop takes for a high one.
  const isPart = choose('substring.compared', isLong ? 'end' : 'whole', isLong ? ['end'] : undefined) === 'end';
  const pattern = isPart ? whole.subarray(Math.max(0, whole.byteLength - comparedMaximum)) : whole;
  const addresses = scratch.list(indexes.length * (attribute === undefined ? 2 : 1));
  const found = scratch.list(indexes.length);
  // The loop reads sixteen bytes from the last of the pattern on.
  const text = scratch.list(Math.ceil(pattern.byteLength / 4) + 4);
  if ([addresses, found, text].some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
  new Uint8Array(text.buffer, text.byteOffset, pattern.byteLength).set(pattern);
  locate(indexes, addresses);
  // No object made of others: that alone cost 5 µs a search.
  const foundEnd = search(attribute ?? NO_ATTRIBUTE, {
    records: addresses.byteOffset,
    recordsEnd: addresses.byteOffset + addresses.byteLength,
    pattern: text.byteOffset,
    length: pattern.byteLength,
    out: found.byteOffset,
  });
  return taken(indexes, found.subarray(0, (foundEnd - found.byteOffset) / 4), isPart, containing);
}

/** The terms at the places, of which those are looked at again that are in doubt: all, where a part was looked for. */
function taken(indexes: Uint32Array, places: Uint32Array, isPart: boolean, containing: () => Holds): Uint32Array {
  const out = new Uint32Array(places.length);
  let holds: Holds | undefined;
  let count = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i]!;
    const index = indexes[place & ~UNSURE]!;
    if (isPart || place >= UNSURE) {
      holds ??= containing();
      if (!holds(termId(index))) continue;
    }
    out[count] = index;
    count += 1;
  }
  return out.subarray(0, count);
}
