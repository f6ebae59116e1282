/**
 * The loops of `moves` in WebAssembly, over a thread's own memory: a suffix is one vector, and no bound is checked, as
 * what these are given are places of arrays whose bounds were checked when they were made.
 *
 * Elsewhere: the same loops in JavaScript, which do the same to arrays of any memory (moves); where the arrays lie
 * (sort-memory).
 */
import { wasm } from '../../../src/format/index.js';
import { LEVEL_PLACES } from './moves.js';

const { get, set, tee, i32, v128, repeatWhile } = wasm;

/** A suffix, and where in it its term and its keys are. */
const suffixBytes = 16;
const [termByte, keyByte, laterKeyByte] = [4, 8, 12];

/** Moves the pointer to the next suffix and leaves behind whether it is one. */
const next = (at: number, end: number): wasm.Code => [
  ...[...get(at), ...i32.const(suffixBytes), ...i32.add, ...tee(at)],
  ...[...get(end), ...i32.ltU],
];

/** The code at `shift` of the key of the suffix at hand. */
const codeOf = (at: number, shift: number): wasm.Code => [
  ...[...get(at), ...i32.loadAt(keyByte), ...get(shift), ...i32.shrU, ...i32.const(0xff), ...i32.and],
];

/** `tally(at, end, shift, level)` */
function tally(): wasm.Routine {
  const [at, end, shift, level, place, term] = [0, 1, 2, 3, 4, 5];
  const code = repeatWhile([
    ...[...get(level), ...codeOf(at, shift), ...i32.const(2), ...i32.shl, ...i32.add, ...set(place)],
    ...[...get(at), ...i32.loadAt(termByte), ...set(term)],
    ...[...get(place), ...get(place), ...i32.loadAt(LEVEL_PLACES.suffixes), ...i32.const(1), ...i32.add],
    ...i32.storeAt(LEVEL_PLACES.suffixes),
    ...[...get(place), ...get(place), ...i32.loadAt(LEVEL_PLACES.terms)],
    ...[...get(place), ...i32.loadAt(LEVEL_PLACES.last), ...get(term), ...i32.ne, ...i32.add],
    ...i32.storeAt(LEVEL_PLACES.terms),
    ...[...get(place), ...get(term), ...i32.storeAt(LEVEL_PLACES.last)],
    ...next(at, end),
  ]);
  return { name: 'tally', parameters: 4, returns: false, numbers: 2, vectors: 0, code };
}

/** `name(at, end, shift, level, spare)`: takes each suffix's next place in its branch, whose address is in `out` then. */
function moving(name: string, put: (at: number, out: number) => wasm.Code): wasm.Routine {
  const [at, end, shift, level, spare, place, out] = [0, 1, 2, 3, 4, 5, 6];
  const code = repeatWhile([
    ...[...get(level), ...codeOf(at, shift), ...i32.add, ...i32.load8At(LEVEL_PLACES.branchOf)],
    ...[...i32.const(2), ...i32.shl, ...get(level), ...i32.add, ...tee(place)],
    ...[...i32.loadAt(LEVEL_PLACES.next), ...set(out)],
    ...[...get(place), ...get(out), ...i32.const(1), ...i32.add, ...i32.storeAt(LEVEL_PLACES.next)],
    ...[...get(spare), ...get(out), ...i32.const(4), ...i32.shl, ...i32.add, ...set(out)],
    ...put(at, out),
    ...next(at, end),
  ]);
  return { name, parameters: 5, returns: false, numbers: 2, vectors: 0, code };
}

const whole = (at: number, out: number): wasm.Code => [...get(out), ...get(at), ...v128.load(0), ...v128.store(0)];

const routines = [
  tally(),
  moving('move', whole),
  moving('moveTerms', (at, out) => [...get(out), ...get(at), ...i32.loadAt(termByte), ...i32.storeAt(termByte)]),
  moving('moveToLater', (at, out) => [
    ...whole(at, out),
    ...[...get(out), ...get(at), ...i32.loadAt(laterKeyByte), ...i32.storeAt(keyByte)],
  ]),
];

export interface CompiledMoves {
  readonly tally: wasm.Run;
  readonly move: wasm.Run;
  readonly moveTerms: wasm.Run;
  readonly moveToLater: wasm.Run;
}

/** @returns the loops over a memory; operands are addresses, of `shift` bits. No run of suffixes is empty. */
export const compiledMoves = wasm.routinesIn(
  routines,
  (run): CompiledMoves => ({
    tally: run('tally'),
    move: run('move'),
    moveTerms: run('moveTerms'),
    moveToLater: run('moveToLater'),
  }),
);
