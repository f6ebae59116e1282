/**
 * Loops over lists of docs, and over columns. Pointers are addresses in bytes; `end` pointers lie behind the last
 * element; no list is empty.
 *
 * None of the sifts branches on what it reads: whether a doc passes cannot be foretold. Each writes every doc and moves
 * on only behind one that passed, so `out` must have room for all; it may be the list itself.
 */
import { wasm } from '../../format/index.js';

type Code = wasm.Code;
type Routine = wasm.Routine;
const { get, i32, leave, repeatWhile, set, tee, v128, when } = wasm;

/** Moves a pointer to the next element and leaves behind whether it is one. */
const next = (pointer: number, end: number): Code => [
  ...[...get(pointer), ...i32.const(4), ...i32.add, ...tee(pointer)],
  ...[...get(end), ...i32.ltU],
];

/** The address of the word that holds the doc's bit. */
const wordOf = (words: number, doc: Code): Code => [
  ...get(words),
  ...[...doc, ...i32.const(5), ...i32.shrU, ...i32.const(2), ...i32.shl, ...i32.add],
];

/** `name(words, docs, end)`: changes the bit of each doc. */
function marking(name: string, operation: Code): Routine {
  const [words, docs, end, doc, at] = [0, 1, 2, 3, 4];
  const code = repeatWhile([
    ...[...get(docs), ...i32.load, ...set(doc)],
    ...[...wordOf(words, get(doc)), ...tee(at)],
    ...[...get(at), ...i32.load, ...i32.const(1), ...get(doc), ...i32.shl, ...operation, ...i32.store],
    ...next(docs, end),
  ]);
  return { name, parameters: 3, returns: false, numbers: 2, vectors: 0, code };
}

/** Writes the doc, and moves `out` on if the test leaves 1 behind. */
const keepIf = (docs: number, doc: number, out: number, test: Code): Code => [
  ...[...get(out), ...get(docs), ...i32.load, ...tee(doc), ...i32.store],
  ...[...get(out), ...test, ...i32.const(2), ...i32.shl, ...i32.add, ...set(out)],
];

/** `siftBits(docs, end, words, out)`: keeps the docs whose bit is set; returns the end of what was written. */
function siftBits(): Routine {
  const [docs, end, words, out, doc] = [0, 1, 2, 3, 4];
  const test = [...wordOf(words, get(doc)), ...i32.load, ...get(doc), ...i32.shrU, ...i32.const(1), ...i32.and];
  const code = [...repeatWhile([...keepIf(docs, doc, out, test), ...next(docs, end)]), ...get(out)];
  return { name: 'siftBits', parameters: 4, returns: true, numbers: 1, vectors: 0, code };
}

interface Width {
  readonly bits: 8 | 16 | 32;
  readonly shift: number;
  readonly load: Code;
  readonly splat: Code;
  readonly sub: Code;
  readonly lessU: Code;
  readonly bitmask: Code;
}

const WIDTHS: readonly Width[] = [
  {
    bits: 8,
    shift: 0,
    load: i32.load8,
    splat: v128.splat8,
    sub: v128.sub8,
    lessU: v128.ltU8,
    bitmask: v128.bitmask8,
  },
  {
    bits: 16,
    shift: 1,
    load: i32.load16,
    splat: v128.splat16,
    sub: v128.sub16,
    lessU: v128.ltU16,
    bitmask: v128.bitmask16,
  },
  {
    bits: 32,
    shift: 2,
    load: i32.load,
    splat: v128.splat32,
    sub: v128.sub32,
    lessU: v128.ltU32,
    bitmask: v128.bitmask32,
  },
];

/** `siftColumn…(docs, end, column, low, span, out)`: keeps the docs whose ordinal is in `[low, low + span)`. */
function siftColumn({ bits, shift, load }: Width): Routine {
  const [docs, end, column, low, span, out, doc] = [0, 1, 2, 3, 4, 5, 6];
  const ordinal = [...get(column), ...get(doc), ...i32.const(shift), ...i32.shl, ...i32.add, ...load];
  const test = [...ordinal, ...get(low), ...i32.sub, ...get(span), ...i32.ltU];
  const code = [...repeatWhile([...keepIf(docs, doc, out, test), ...next(docs, end)]), ...get(out)];
  return { name: `siftColumn${bits}`, parameters: 6, returns: true, numbers: 1, vectors: 0, code };
}

/**
 * `scanColumn…(column, end, low, span, out, full)`: writes the docs whose ordinal is in `[low, low + span)`, a vector of
 * the column an iteration, until `full` is reached or passed; returns the end of what was written. Docs begin with 0;
 * `end - column` is a multiple of 16 bytes and not 0; behind `full` there must be room for 15 more docs.
 */
function scanColumn({ bits, shift, splat, sub, lessU, bitmask }: Width): Routine {
  const [column, end, low, span, out, full, doc, mask] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [lows, spans] = [8, 9];
  const list = repeatWhile([
    ...[...get(out), ...get(mask), ...i32.ctz, ...get(doc), ...i32.add, ...i32.store],
    ...[...get(out), ...i32.const(4), ...i32.add, ...set(out)],
    ...[...get(mask), ...get(mask), ...i32.const(1), ...i32.sub, ...i32.and, ...tee(mask)],
  ]);
  const iteration = [
    ...[...get(column), ...v128.load(0), ...get(lows), ...sub, ...get(spans), ...lessU, ...bitmask, ...tee(mask)],
    ...when([...list, ...[...get(out), ...get(full), ...i32.geU], ...when([...get(out), ...leave])]),
    ...[...get(doc), ...i32.const(16 >> shift), ...i32.add, ...set(doc)],
    ...[...get(column), ...i32.const(16), ...i32.add, ...tee(column), ...get(end), ...i32.ltU],
  ];
  const code = [
    ...[...get(low), ...splat, ...set(lows), ...get(span), ...splat, ...set(spans)],
    ...[...repeatWhile(iteration), ...get(out)],
  ];
  return { name: `scanColumn${bits}`, parameters: 6, returns: true, numbers: 2, vectors: 2, code };
}

/** `listBits(words, end, out)`: writes every doc of the bitset, ascending; returns the end of what was written. */
function listBits(): Routine {
  const [words, end, out, word, doc] = [0, 1, 2, 3, 4];
  const list = repeatWhile([
    ...[...get(out), ...get(word), ...i32.ctz, ...get(doc), ...i32.add, ...i32.store],
    ...[...get(out), ...i32.const(4), ...i32.add, ...set(out)],
    ...[...get(word), ...get(word), ...i32.const(1), ...i32.sub, ...i32.and, ...tee(word)],
  ]);
  const iteration = [
    ...[...get(words), ...i32.load, ...tee(word), ...when(list)],
    ...[...get(doc), ...i32.const(32), ...i32.add, ...set(doc)],
    ...next(words, end),
  ];
  return {
    name: 'listBits',
    parameters: 3,
    returns: true,
    numbers: 2,
    vectors: 0,
    code: [...repeatWhile(iteration), ...get(out)],
  };
}

/** Adds 1 to the count that an ordinal names. @param at a local for its address */
const addOne = (counts: number, ordinal: Code, at: number): Code => [
  ...[...get(counts), ...ordinal, ...i32.const(2), ...i32.shl, ...i32.add, ...tee(at)],
  ...[...get(at), ...i32.load, ...i32.const(1), ...i32.add, ...i32.store],
];

/** The ordinal of a doc. */
const ordinalOf = ({ shift, load }: Width, column: number, doc: Code): Code => [
  ...get(column),
  ...[...doc, ...i32.const(shift), ...i32.shl, ...i32.add, ...load],
];

/** `tallyBits…(words, end, column, counts)`: counts every doc of the bitset by its ordinal. */
function tallyBits(width: Width): Routine {
  const [words, end, column, counts, word, doc, at] = [0, 1, 2, 3, 4, 5, 6];
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
  return { name, parameters: 4, returns: false, numbers: 3, vectors: 0, code: repeatWhile(turn) };
}

/** `tallyList…(docs, end, column, counts)`: the same of listed docs. */
function tallyList(width: Width): Routine {
  const [docs, end, column, counts, at] = [0, 1, 2, 3, 4];
  const turn = [...addOne(counts, ordinalOf(width, column, [...get(docs), ...i32.load]), at), ...next(docs, end)];
  const name = `tallyList${width.bits}`;
  return { name, parameters: 4, returns: false, numbers: 1, vectors: 0, code: repeatWhile(turn) };
}

/** `tallyLinks(docs, end, starts, targets, counts)`: counts the docs' links; returns how many docs have one. */
function tallyLinks(): Routine {
  const [docs, end, starts, targets, counts, link, stop, at, linked] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
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
  return { name: 'tallyLinks', parameters: 5, returns: true, numbers: 4, vectors: 0, code };
}

export const LIST_ROUTINES: readonly Routine[] = [
  marking('addAll', i32.or),
  marking('toggleAll', i32.xor),
  siftBits(),
  listBits(),
  ...WIDTHS.map(siftColumn),
  ...WIDTHS.map(scanColumn),
  ...WIDTHS.map(tallyBits),
  ...WIDTHS.map(tallyList),
  tallyLinks(),
];
