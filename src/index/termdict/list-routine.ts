/**
 * The compiled loops over the packed lists of neighbouring buckets (`readPacked` in substrings), which end where the next one
 * begins: they list terms, or add them, or the docs that have them, to a set.
 *
 * What they read and write are addresses in one segment's memory; they read up to three bytes behind the lists, of which they
 * make nothing.
 */
import { wasm } from '../../format/index.js';
import type { Scratch } from './search-routine.js';

/** A column's docs by term: `docs[starts[term], starts[term + 1])`, ascending. Behind the last run are those without a value. */
export interface DocRuns {
  readonly docs: Uint32Array;
  readonly starts: Uint32Array;
}

type Code = wasm.Code;
const { get, i32, repeatWhile, set, tee, when } = wasm;

const [lists, end, out, starts, docs] = [0, 1, 2, 3, 4];
const [low, byte, value, shift, at, rests, restBit, term, before, word] = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const [one, bits, place, rest, run, runEnd, first] = [15, 16, 17, 18, 19, 20, 21];

const add = (local: number, more: Code): Code => [...get(local), ...more, ...i32.add, ...set(local)];
const addOne = (local: number): Code => add(local, i32.const(1));
const timesFour = (number: Code): Code => [...number, ...i32.const(2), ...i32.shl];
const divided = (number: Code, by: number): Code => [...number, ...i32.const(by), ...i32.shrU];
const below = (power: Code): Code => [...i32.const(1), ...power, ...i32.shl, ...i32.const(1), ...i32.sub];

/** Adds a number to the set at `out`; takes a local of no further use. */
const addToSet = (number: number, local: number): Code => [
  ...[...get(out), ...timesFour(divided(get(number), 5)), ...i32.add, ...tee(local)],
  ...[...get(local), ...i32.load, ...i32.const(1), ...get(number), ...i32.shl, ...i32.or, ...i32.store],
];

/** How many of the lowest bits each number has, and where the second part begins. */
const readHead: Code = [
  ...[...get(lists), ...i32.load8, ...set(low), ...addOne(lists)],
  ...[...i32.const(0), ...set(value), ...i32.const(0), ...set(shift)],
  ...repeatWhile([
    ...[...get(lists), ...i32.load8, ...tee(byte), ...i32.const(127), ...i32.and, ...get(shift), ...i32.shl],
    ...[...get(value), ...i32.or, ...set(value), ...addOne(lists), ...add(shift, i32.const(7))],
    ...[...get(byte), ...i32.const(128), ...i32.geU],
  ]),
  ...[...get(lists), ...tee(at), ...get(value), ...i32.add, ...set(rests)],
  ...[...i32.const(0), ...set(restBit), ...i32.const(-1), ...set(term), ...i32.const(-1), ...set(before)],
];

/** The term of the lowest one in `word`, which goes. */
const readTerm: Code = [
  ...[...get(word), ...i32.ctz, ...tee(one), ...get(before), ...i32.sub, ...get(low), ...i32.add],
  ...[...i32.const(1), ...i32.sub, ...set(bits), ...get(one), ...set(before)],
  ...[...get(rests), ...divided(get(restBit), 3), ...i32.add, ...set(place)],
  ...[...get(restBit), ...i32.const(7), ...i32.and, ...set(shift)],
  ...[...get(place), ...i32.load, ...get(shift), ...i32.shrU, ...set(rest)],
  ...[...i32.const(32), ...get(shift), ...get(bits), ...i32.add, ...i32.ltU],
  ...when([
    ...[...get(rest), ...get(place), ...i32.load8At(4), ...i32.const(32), ...get(shift), ...i32.sub, ...i32.shl],
    ...[...i32.or, ...set(rest)],
  ]),
  ...add(restBit, get(bits)),
  // Its lowest bits, and what fewer of them would have told; a gap of 0 is the next term.
  ...[...get(rest), ...below(get(bits)), ...i32.and, ...below(get(bits)), ...i32.add, ...below(get(low)), ...i32.sub],
  ...[...i32.const(1), ...i32.add, ...get(term), ...i32.add, ...set(term)],
  ...[...get(word), ...get(word), ...i32.const(1), ...i32.sub, ...i32.and, ...set(word)],
];

/** Whatever is done with each term of each list. */
const eachTerm = (done: Code): Code =>
  repeatWhile([
    ...readHead,
    ...[...get(at), ...get(rests), ...i32.ltU],
    ...when(
      repeatWhile([
        ...[...get(at), ...i32.load, ...set(word)],
        // Behind the first part stands the second.
        ...[...get(rests), ...get(at), ...i32.sub, ...tee(value), ...i32.const(4), ...i32.ltU],
        ...when([...[...get(word), ...below([...get(value), ...i32.const(3), ...i32.shl]), ...i32.and, ...set(word)]]),
        ...[...get(word), ...when(repeatWhile([...readTerm, ...done, ...get(word)]))],
        ...[...add(before, i32.const(-32)), ...add(at, i32.const(4))],
        ...[...get(at), ...get(rests), ...i32.ltU],
      ]),
    ),
    ...[...get(rests), ...divided([...get(restBit), ...i32.const(7), ...i32.add], 3), ...i32.add, ...tee(lists)],
    ...[...get(end), ...i32.ltU],
  ]);

const routine = (name: string, done: Code): wasm.Routine => ({
  name,
  parameters: 5,
  returns: true,
  numbers: 17,
  vectors: 0,
  code: [...[...get(out), ...set(first), ...eachTerm(done)], ...divided([...get(out), ...get(first), ...i32.sub], 2)],
});

/** `listTerms(lists, end, out, …)`: writes every term; returns how many. */
const LIST_TERMS = routine('listTerms', [...get(out), ...get(term), ...i32.store, ...add(out, i32.const(4))]);

/** `addTerms(lists, end, words, …)`: adds every term to the set. */
const ADD_TERMS = routine('addTerms', addToSet(term, place));

/** `addDocs(lists, end, words, starts, docs)`: adds the docs of every term, `docs[starts[term], starts[term + 1])`. */
const ADD_DOCS = routine('addDocs', [
  ...[...get(starts), ...timesFour(get(term)), ...i32.add, ...tee(place)],
  ...[...i32.load, ...set(run), ...get(place), ...i32.loadAt(4), ...set(runEnd)],
  ...[...get(run), ...get(runEnd), ...i32.ltU],
  ...when(
    repeatWhile([
      ...[...get(docs), ...timesFour(get(run)), ...i32.add, ...i32.load, ...set(rest), ...addToSet(rest, place)],
      ...[...addOne(run), ...get(run), ...get(runEnd), ...i32.ltU],
    ]),
  ),
]);

type Loop = (lists: number, end: number, out: number, starts: number, docs: number) => number;

interface ListRoutines {
  readonly listTerms: Loop;
  readonly addTerms: Loop;
  readonly addDocs: Loop;
}

const loop =
  (run: wasm.Run): Loop =>
  (lists, end, out, starts, docs) =>
    Number(run(lists, end, out, starts, docs)) >>> 0;

const listRoutinesIn = wasm.routinesIn(
  [LIST_TERMS, ADD_TERMS, ADD_DOCS],
  (run): ListRoutines => ({
    listTerms: loop(run(LIST_TERMS.name)),
    addTerms: loop(run(ADD_TERMS.name)),
    addDocs: loop(run(ADD_DOCS.name)),
  }),
);

/**
 * Of lists one behind the other, none of which is cut.
 *
 * @param lists at least one byte; copied where they lie elsewhere, as those that stay in a file do
 * @param out   room for all terms, or the words of a set
 * @param runs  given where the docs of the terms are added
 * @returns how many terms were listed; undefined where what is written, or a run, is not in the memory of compiled loops
 */
export function runLists(
  what: keyof ListRoutines,
  lists: Uint8Array,
  out: Uint32Array,
  scratch: Scratch,
  runs?: DocRuns,
): number | undefined {
  const { memory } = scratch;
  const isHome = (array: Uint32Array | undefined): boolean => array === undefined || scratch.isHome(array.buffer);
  if (memory === undefined || !(isHome(out) && isHome(runs?.starts) && isHome(runs?.docs))) return undefined;
  const { buffer, byteOffset, byteLength } = scratch.isHome(lists.buffer) ? lists : copied(lists, scratch);
  // Where the memory has no more room, what was taken lies elsewhere too.
  if (!scratch.isHome(buffer)) return undefined;
  const run = listRoutinesIn(memory)[what];
  const [starts, docs] = [runs?.starts.byteOffset ?? 0, runs?.docs.byteOffset ?? 0];
  return run(byteOffset, byteOffset + byteLength, out.byteOffset, starts, docs);
}

function copied(lists: Uint8Array, scratch: Scratch): Uint8Array {
  const { buffer, byteOffset } = scratch.list(Math.ceil(lists.byteLength / 4));
  const copy = new Uint8Array(buffer, byteOffset, lists.byteLength);
  copy.set(lists);
  return copy;
}
