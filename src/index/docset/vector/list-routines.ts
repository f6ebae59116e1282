/**
 * Loops over lists of docs, and over columns. Pointers are addresses in bytes, of each array its start and its end, which
 * lies behind the last element; none is empty. What is written is counted from where the end of its array was given.
 *
 * None of the sifts branches on what it reads: whether a doc passes cannot be foretold. Each writes every doc and moves
 * on only behind one that passed, so `out` must have room for all; it may be the list itself.
 */
import { wasm } from '../../../format/index.js';
import { TERM_LEAD } from '../routines.js';
import { next, ordinalOf, WIDTHS, type Width, wordOf } from './columns.js';

type Code = wasm.Code;
type Routine = wasm.Routine;
const { fillBytes, get, i32, leave, repeatWhile, set, tee, v128, when } = wasm;

/** `name(words, docs)`: changes the bit of each doc. */
function marking(name: string, operation: Code): Routine {
  const [words, docs, end, doc, at] = [0, 2, 3, 4, 5];
  const code = repeatWhile([
    ...[...get(docs), ...i32.load, ...set(doc)],
    ...[...wordOf(words, get(doc)), ...tee(at)],
    ...[...get(at), ...i32.load, ...i32.const(1), ...get(doc), ...i32.shl, ...operation, ...i32.store],
    ...next(docs, end),
  ]);
  return { name, parameters: 4, returns: false, numbers: 2, vectors: 0, code };
}

/** Runs a loop that writes into `out`, and leaves behind how many it has written. @param first a local */
const countWritten = (out: number, first: number, loop: Code): Code => [
  ...[...get(out), ...set(first), ...loop],
  ...written(out, first),
];

const written = (out: number, first: number): Code => [
  ...[...get(out), ...get(first), ...i32.sub, ...i32.const(2), ...i32.shrU],
];

/** Writes the doc, and moves `out` on if the test leaves 1 behind. */
const keepIf = (docs: number, doc: number, out: number, test: Code): Code => [
  ...[...get(out), ...get(docs), ...i32.load, ...tee(doc), ...i32.store],
  ...[...get(out), ...test, ...i32.const(2), ...i32.shl, ...i32.add, ...set(out)],
];

/** `siftBits(docs, words, out)`: keeps the docs whose bit is set; returns how many. */
function siftBits(): Routine {
  const [docs, end, words, out, first, doc] = [0, 1, 2, 4, 5, 6];
  const test = [...wordOf(words, get(doc)), ...i32.load, ...get(doc), ...i32.shrU, ...i32.const(1), ...i32.and];
  const code = countWritten(out, first, repeatWhile([...keepIf(docs, doc, out, test), ...next(docs, end)]));
  return { name: 'siftBits', parameters: 6, returns: true, numbers: 1, vectors: 0, code };
}

/** `siftColumn…(docs, column, low, span, out)`: keeps the docs whose ordinal is in `[low, low + span)`. */
function siftColumn(width: Width): Routine {
  const [docs, end, column, low, span, out, first, doc] = [0, 1, 2, 4, 5, 6, 7, 8];
  const test = [...ordinalOf(width, column, get(doc)), ...get(low), ...i32.sub, ...get(span), ...i32.ltU];
  const code = countWritten(out, first, repeatWhile([...keepIf(docs, doc, out, test), ...next(docs, end)]));
  return { name: `siftColumn${width.bits}`, parameters: 8, returns: true, numbers: 1, vectors: 0, code };
}

/** 1 in the lowest bit where the term of the ordinal is in the set of terms. @param bit a local */
const termBit = (width: Width, column: number, doc: number, terms: number, bit: number): Code => [
  ...[...ordinalOf(width, column, get(doc)), ...i32.const(TERM_LEAD - 1), ...i32.add, ...set(bit)],
  ...[...wordOf(terms, get(bit)), ...i32.load, ...get(bit), ...i32.shrU],
];

/** `siftTerms…(docs, column, terms, out)`: keeps the docs whose term is in the set. */
function siftTerms(width: Width): Routine {
  const [docs, end, column, terms, out, first, doc, bit] = [0, 1, 2, 4, 6, 7, 8, 9];
  const test = [...termBit(width, column, doc, terms, bit), ...i32.const(1), ...i32.and];
  const code = countWritten(out, first, repeatWhile([...keepIf(docs, doc, out, test), ...next(docs, end)]));
  return { name: `siftTerms${width.bits}`, parameters: 8, returns: true, numbers: 2, vectors: 0, code };
}

/**
 * `fillTerms…(column, terms, out)`: writes a word for every 32 docs of the column, beginning with doc 0. Each bit
 * comes in at the top of its word and is moved down by those behind it.
 */
function fillTerms(width: Width): Routine {
  const [column, terms, out, end, doc, bit, word] = [0, 2, 4, 5, 6, 7, 8];
  const eachDoc = [
    ...[...get(word), ...i32.const(1), ...i32.shrU],
    ...[...termBit(width, column, doc, terms, bit), ...i32.const(31), ...i32.shl, ...i32.or, ...set(word)],
    ...[...get(doc), ...i32.const(1), ...i32.add, ...tee(doc), ...i32.const(31), ...i32.and],
  ];
  const code = repeatWhile([...repeatWhile(eachDoc), ...[...get(out), ...get(word), ...i32.store], ...next(out, end)]);
  return { name: `fillTerms${width.bits}`, parameters: 6, returns: false, numbers: 3, vectors: 0, code };
}

/**
 * `scanColumn…(column, low, span, wanted, out)`: writes the docs whose ordinal is in `[low, low + span)`, a vector of
 * the column an iteration, until as many as wanted are written, or more; returns how many. Docs begin with 0; the column is
 * a multiple of 16 bytes; `out` has room for 15 docs more than wanted.
 */
function scanColumn({ bits, shift, splat, sub, lessU, bitmask }: Width): Routine {
  const [column, end, low, span, full, out, first, doc, mask] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const [lows, spans] = [9, 10];
  const list = repeatWhile([
    ...[...get(out), ...get(mask), ...i32.ctz, ...get(doc), ...i32.add, ...i32.store],
    ...[...get(out), ...i32.const(4), ...i32.add, ...set(out)],
    ...[...get(mask), ...get(mask), ...i32.const(1), ...i32.sub, ...i32.and, ...tee(mask)],
  ]);
  const iteration = [
    ...[...get(column), ...v128.load(0), ...get(lows), ...sub, ...get(spans), ...lessU, ...bitmask, ...tee(mask)],
    ...when([...list, ...[...get(out), ...get(full), ...i32.geU], ...when([...written(out, first), ...leave])]),
    ...[...get(doc), ...i32.const(16 >> shift), ...i32.add, ...set(doc)],
    ...[...get(column), ...i32.const(16), ...i32.add, ...tee(column), ...get(end), ...i32.ltU],
  ];
  const code = [
    ...[...get(low), ...splat, ...set(lows), ...get(span), ...splat, ...set(spans)],
    ...[...get(out), ...get(full), ...i32.const(2), ...i32.shl, ...i32.add, ...set(full)],
    ...countWritten(out, first, repeatWhile(iteration)),
  ];
  return { name: `scanColumn${bits}`, parameters: 7, returns: true, numbers: 2, vectors: 2, code };
}

/** `listBits(words, out)`: writes every doc of the bitset, ascending; returns how many. */
function listBits(): Routine {
  const [words, end, out, first, word, doc] = [0, 1, 2, 3, 4, 5];
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
  const code = countWritten(out, first, repeatWhile(iteration));
  return { name: 'listBits', parameters: 4, returns: true, numbers: 2, vectors: 0, code };
}

/**
 * `fillRuns(words, terms, starts, docs, room)`: marks a byte for each doc of the terms' runs, then makes a bit of each
 * byte: bytes are only written, and no mark waits for the one before it.
 */
function fillRuns(): Routine {
  const [words, end, terms, last, starts, docs, room, full, at, stop] = [0, 1, 2, 3, 4, 6, 8, 9, 10, 11];
  const place = (start: Code): Code => [...get(docs), ...start, ...i32.const(2), ...i32.shl, ...i32.add];
  const markRun = repeatWhile([
    ...[...get(room), ...get(at), ...i32.load, ...i32.add, ...i32.const(-1), ...i32.store8],
    ...[...get(at), ...i32.const(4), ...i32.add, ...tee(at), ...get(stop), ...i32.ltU],
  ]);
  const eachTerm = [
    ...[...get(starts), ...get(terms), ...i32.load, ...i32.const(2), ...i32.shl, ...i32.add, ...set(stop)],
    ...[...place([...get(stop), ...i32.load]), ...set(at), ...place([...get(stop), ...i32.loadAt(4)]), ...set(stop)],
    ...[...get(at), ...get(stop), ...i32.ltU, ...when(markRun)],
    ...next(terms, last),
  ];
  const eachWord = [
    ...[...get(words), ...get(room), ...v128.load(0), ...v128.bitmask8],
    ...[...get(room), ...v128.load(16), ...v128.bitmask8, ...i32.const(16), ...i32.shl, ...i32.or, ...i32.store],
    ...[...get(room), ...i32.const(32), ...i32.add, ...set(room)],
    ...next(words, end),
  ];
  const clear = [...get(room), ...i32.const(0), ...get(full), ...get(room), ...i32.sub, ...fillBytes];
  const code = [...clear, ...repeatWhile(eachTerm), ...repeatWhile(eachWord)];
  return { name: 'fillRuns', parameters: 10, returns: false, numbers: 2, vectors: 0, code };
}

export const LIST_ROUTINES: readonly Routine[] = [
  fillRuns(),
  marking('addAll', i32.or),
  marking('toggleAll', i32.xor),
  siftBits(),
  listBits(),
  ...WIDTHS.map(siftColumn),
  ...WIDTHS.map(siftTerms),
  ...WIDTHS.map(fillTerms),
  ...WIDTHS.map(scanColumn),
];
