/**
 * Loops that count or add up by what is read: pointers are addresses in bytes, of each array its start and its end, which
 * lies behind the last element; none is empty.
 *
 * What is `marked` needs no clearing: a counter counts from when its bit is set.
 */
import { wasm } from '../../../format/index.js';
import { next, ordinalOf, WIDTHS, type Width, wordOf } from './columns.js';

type Code = wasm.Code;
type Routine = wasm.Routine;
const { get, i32, repeatWhile, set, tee, when } = wasm;

/** Adds 1 to the count that an ordinal names. @param at a local for its address */
const addOne = (counts: number, ordinal: Code, at: number): Code => [
  ...[...get(counts), ...ordinal, ...i32.const(2), ...i32.shl, ...i32.add, ...tee(at)],
  ...[...get(at), ...i32.load, ...i32.const(1), ...i32.add, ...i32.store],
];

/** `tallyBits…(words, column, counts)`: counts every doc of the bitset by its ordinal. */
function tallyBits(width: Width): Routine {
  const [words, end, column, counts, word, doc, at] = [0, 1, 2, 4, 6, 7, 8];
  const count = repeatWhile([
    ...addOne(counts, ordinalOf(width, column, [...get(word), ...i32.ctz, ...get(doc), ...i32.add]), at),
    ...[...get(word), ...get(word), ...i32.const(1), ...i32.sub, ...i32.and, ...tee(word)],
  ]);
  const turn = [
    ...[...get(words), ...i32.load, ...tee(word), ...when(count)],
    ...[...get(doc), ...i32.const(32), ...i32.add, ...set(doc)],
    ...next(words, end),
  ];
  const name = `tallyBits${width.bits}`;
  return { name, parameters: 6, returns: false, numbers: 3, vectors: 0, code: repeatWhile(turn) };
}

/** `tallyList…(docs, column, counts)`: the same of listed docs. */
function tallyList(width: Width): Routine {
  const [docs, end, column, counts, at] = [0, 1, 2, 4, 6];
  const turn = [...addOne(counts, ordinalOf(width, column, [...get(docs), ...i32.load]), at), ...next(docs, end)];
  const name = `tallyList${width.bits}`;
  return { name, parameters: 6, returns: false, numbers: 1, vectors: 0, code: repeatWhile(turn) };
}

/** `tallyLinks(docs, starts, targets, counts)`: counts the docs' links; returns how many docs have one. */
function tallyLinks(): Routine {
  const [docs, end, starts, targets, counts, link, stop, at, linked] = [0, 1, 2, 4, 6, 8, 9, 10, 11];
  const addressOf = (index: Code): Code => [...get(targets), ...index, ...i32.const(2), ...i32.shl, ...i32.add];
  const count = repeatWhile([
    ...addOne(counts, [...get(link), ...i32.load], at),
    ...[...get(link), ...i32.const(4), ...i32.add, ...tee(link), ...get(stop), ...i32.ltU],
  ]);
  const turn = [
    ...[...get(starts), ...get(docs), ...i32.load, ...i32.const(2), ...i32.shl, ...i32.add, ...set(at)],
    ...[...addressOf([...get(at), ...i32.load]), ...set(link)],
    ...[...addressOf([...get(at), ...i32.const(4), ...i32.add, ...i32.load]), ...set(stop)],
    ...[...get(link), ...get(stop), ...i32.ltU],
    ...when([...[...get(linked), ...i32.const(1), ...i32.add, ...set(linked)], ...count]),
    ...next(docs, end),
  ];
  const code = [...repeatWhile(turn), ...get(linked)];
  return { name: 'tallyLinks', parameters: 8, returns: true, numbers: 4, vectors: 0, code };
}

/** `gather…(docs, column, out)`: writes the ordinal of each doc. */
function gather(width: Width): Routine {
  const [docs, end, column, out] = [0, 1, 2, 4];
  const turn = [
    ...[...get(out), ...ordinalOf(width, column, [...get(docs), ...i32.load]), ...i32.store],
    ...[...get(out), ...i32.const(4), ...i32.add, ...set(out)],
    ...next(docs, end),
  ];
  const name = `gather${width.bits}`;
  return { name, parameters: 6, returns: false, numbers: 0, vectors: 0, code: repeatWhile(turn) };
}

/** Sets the bit of what `one` is. Leaves behind the address of its number, and there what it has so far: 0 without the bit. */
const marked = (numbers: number, marks: number, one: number, at: number, word: number): Code => [
  ...[...wordOf(marks, get(one)), ...tee(at), ...get(at), ...i32.load, ...tee(word)],
  ...[...i32.const(1), ...get(one), ...i32.shl, ...i32.or, ...i32.store],
  ...[...get(numbers), ...get(one), ...i32.const(2), ...i32.shl, ...i32.add, ...tee(at)],
  ...[...get(at), ...i32.load],
  ...[...i32.const(0), ...get(word), ...get(one), ...i32.shrU, ...i32.const(1), ...i32.and, ...i32.sub, ...i32.and],
];

/**
 * `name…(docs, scores, factor, base, sums, marks)`: what a doc has becomes that together with score · factor + base.
 *
 * @param together of what is given and what the doc has
 */
function scoring(name: string, { bits, shift, load }: Width, together: (given: number, sum: number) => Code): Routine {
  const [docs, end, scores, factor, base, sums, marks, doc, at, word, given, sum] = [
    0, 1, 2, 4, 5, 6, 8, 10, 11, 12, 13, 14,
  ];
  const turn = [
    ...[...get(docs), ...i32.load, ...set(doc)],
    ...[...get(scores), ...load, ...get(factor), ...i32.mul, ...get(base), ...i32.add, ...set(given)],
    ...[...marked(sums, marks, doc, at, word), ...set(sum), ...together(given, sum), ...i32.store],
    ...[...get(scores), ...i32.const(1 << shift), ...i32.add, ...set(scores)],
    ...next(docs, end),
  ];
  return { name: `${name}${bits}`, parameters: 10, returns: false, numbers: 5, vectors: 0, code: repeatWhile(turn) };
}

const sumMarked = (width: Width): Routine =>
  scoring('sumMarked', width, (given, sum) => [...get(given), ...get(sum), ...i32.add]);

const raiseMarked = (width: Width): Routine =>
  scoring('raiseMarked', width, (given, sum) => [
    ...[...get(given), ...get(sum), ...get(given), ...get(sum), ...i32.geU, ...i32.select],
  ]);

export const TALLY_ROUTINES: readonly Routine[] = [
  ...WIDTHS.map(tallyBits),
  ...WIDTHS.map(tallyList),
  tallyLinks(),
  ...WIDTHS.map(gather),
  ...WIDTHS.map(sumMarked),
  ...WIDTHS.map(raiseMarked),
];
