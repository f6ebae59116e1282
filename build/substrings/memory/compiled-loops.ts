/**
 * The loops of `loops` in WebAssembly, and the one that puts a batch's suffixes into their slots. No bound is checked: what
 * these are given are places in a memory that was made large enough.
 */
import { wasm } from '../../../src/format/index.js';
import { termAt } from '../sort/moves.js';
import {
  BLOCK_BYTES,
  CARRIED_MAXIMUM,
  COPIED_CODES,
  DESTINATION,
  ENTRY_BYTES,
  GAP_BYTES,
  GAP_MAXIMUM,
  type Loops,
  NODE,
  NOTE_BYTES,
  TALLY,
} from './loops.js';

const { get, set, tee, i32, v128, repeatWhile, when } = wasm;

/** Codes that tell a batch's slots apart, beyond its prefix. */
export const SLOT_CODES = 2;
/** Numbers of a slot: the place of its next suffix, the last term, and 1 of a node. */
export const SLOT = { next: 0, last: 4, isNode: 8 } as const;

const add = (local: number, more: number): wasm.Code => [...get(local), ...i32.const(more), ...i32.add, ...set(local)];
/** Goes on to what is `bytes` behind, and leaves behind whether it is there. */
const next = (at: number, end: number, bytes: number): wasm.Code => [
  ...add(at, bytes),
  ...get(at),
  ...get(end),
  ...i32.ltU,
];
const timesEntry: wasm.Code = [...i32.const(Math.log2(ENTRY_BYTES)), ...i32.shl];
/** The two codes at a place as one number. */
const pairAt = (place: number, offset: number, width: number): wasm.Code => [
  ...[...get(place), ...i32.load8At(offset), ...get(width), ...i32.mul],
  ...[...get(place), ...i32.load8At(offset + 1), ...i32.add],
];

/** Sets `to` to where the tables lead the suffix, 0 for nowhere. */
function lead(position: number, codes: number, width: number, tables: number, place: number, to: number): wasm.Code {
  const look: wasm.Code = [...i32.const(2), ...i32.shl, ...get(tables), ...i32.add, ...i32.loadAt(0), ...tee(to)];
  const isFurther: wasm.Code = [...i32.const(0), ...i32.ltS];
  const further: wasm.Code = [
    ...[...pairAt(place, 2, width), ...get(to), ...get(width), ...get(width), ...i32.mul, ...i32.mul, ...i32.sub],
    ...[...look, ...add(place, 2)],
    ...isFurther,
  ];
  return [
    ...[...get(codes), ...get(position), ...i32.add, ...set(place)],
    ...[...pairAt(place, 0, width), ...look, ...isFurther],
    ...when(repeatWhile(further)),
  ];
}

function route(): wasm.Routine {
  const [at, end, codes, width, tables, entries, gapMaximum, out] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [position, place, to, entry, gap] = [8, 9, 10, 11, 12];
  const addRecords = (more: wasm.Code): wasm.Code => [
    ...[...get(entry), ...get(entry), ...i32.loadAt(DESTINATION.records), ...more, ...i32.add],
    ...i32.storeAt(DESTINATION.records),
  ];
  // What goes nowhere is noted too, and written over.
  const code = repeatWhile([
    ...[...get(at), ...i32.loadAt(0), ...set(position)],
    ...lead(position, codes, width, tables, place, to),
    ...[...get(entries), ...get(to), ...timesEntry, ...i32.add, ...set(entry)],
    ...[...get(position), ...get(entry), ...i32.loadAt(DESTINATION.previous), ...i32.sub, ...set(gap)],
    ...[...get(entry), ...get(position), ...i32.storeAt(DESTINATION.previous)],
    ...addRecords(i32.const(1)),
    ...[...get(gap), ...get(gapMaximum), ...i32.geU],
    ...when(addRecords([...get(gap), ...get(gapMaximum), ...i32.divU])),
    ...[...get(out), ...get(position), ...i32.storeAt(0), ...get(out), ...get(entry), ...i32.storeAt(4)],
    ...[...get(out), ...get(to), ...i32.const(0), ...i32.ne],
    ...[...i32.const(Math.log2(NOTE_BYTES)), ...i32.shl, ...i32.add, ...set(out)],
    ...next(at, end, 4),
  ]);
  return { name: 'route', parameters: 8, returns: true, numbers: 5, vectors: 0, code: [...code, ...get(out)] };
}

function write(): wasm.Routine {
  const [at, end, codes, recordBytes, gapMaximum] = [0, 1, 2, 3, 4];
  const [position, entry, out, gap] = [5, 6, 7, 8];
  const isFar: wasm.Code = [...get(gap), ...get(gapMaximum), ...i32.geU];
  const nextRecord: wasm.Code = [...get(out), ...get(recordBytes), ...i32.add];
  const copy = (offset: number): wasm.Code => [
    ...[...get(out), ...get(position), ...v128.load(offset), ...v128.store(GAP_BYTES + offset)],
  ];
  const code = repeatWhile([
    ...[...get(at), ...i32.loadAt(0), ...set(position), ...get(at), ...i32.loadAt(4), ...set(entry)],
    ...[...get(position), ...get(entry), ...i32.loadAt(DESTINATION.previous), ...i32.sub, ...set(gap)],
    ...[...get(entry), ...get(position), ...i32.storeAt(DESTINATION.previous)],
    ...[...get(entry), ...i32.loadAt(DESTINATION.next), ...set(out)],
    ...isFar,
    ...when(
      repeatWhile([
        ...[...get(out), ...get(gapMaximum), ...i32.store16, ...nextRecord, ...set(out)],
        ...[...get(gap), ...get(gapMaximum), ...i32.sub, ...set(gap), ...isFar],
      ]),
    ),
    ...[...get(out), ...get(gap), ...i32.store16],
    ...[...get(codes), ...get(position), ...i32.add, ...get(entry), ...i32.loadAt(DESTINATION.depth), ...i32.add],
    ...[...set(position), ...copy(0)],
    ...[...i32.const(GAP_BYTES + COPIED_CODES), ...get(recordBytes), ...i32.ltU],
    ...when([...copy(COPIED_CODES), ...copy(CARRIED_MAXIMUM - COPIED_CODES)]),
    ...[...get(entry), ...nextRecord, ...i32.storeAt(DESTINATION.next)],
    ...next(at, end, NOTE_BYTES),
  ]);
  return { name: 'write', parameters: 5, returns: false, numbers: 4, vectors: 0, code };
}

function count(): wasm.Routine {
  const [at, end, codes, width, tables, nodes] = [0, 1, 2, 3, 4, 5];
  const [position, place, to, tallies, mark, tally, isNew] = [6, 7, 8, 9, 10, 11, 12];
  const plus = (offset: number, more: wasm.Code): wasm.Code => [
    ...[...get(tally), ...get(tally), ...i32.loadAt(offset), ...more, ...i32.add, ...i32.storeAt(offset)],
  ];
  /** Of the code, or two, whose number is before it. Without a jump, as nobody could foresee it. */
  const count: wasm.Code = [
    ...[...timesEntry, ...get(tallies), ...i32.add, ...tee(tally)],
    ...[...i32.loadAt(TALLY.last), ...get(mark), ...i32.ne, ...set(isNew)],
    ...plus(TALLY.suffixes, i32.const(1)),
    ...plus(TALLY.terms, get(isNew)),
    ...plus(TALLY.docs, [...get(at), ...i32.loadAt(2 * BLOCK_BYTES), ...get(isNew), ...i32.mul]),
    ...[...get(tally), ...get(mark), ...i32.storeAt(TALLY.last)],
  ];
  const code = repeatWhile([
    ...[...get(at), ...i32.loadAt(0), ...set(position)],
    ...lead(position, codes, width, tables, place, to),
    ...[...get(nodes), ...get(to), ...timesEntry, ...i32.add, ...tee(to), ...i32.loadAt(NODE.tallies), ...set(tallies)],
    ...[...get(codes), ...get(position), ...i32.add, ...get(to), ...i32.loadAt(NODE.depth), ...i32.add, ...set(place)],
    ...[...get(at), ...i32.loadAt(BLOCK_BYTES), ...i32.const(1), ...i32.add, ...set(mark)],
    ...[...get(place), ...i32.load8At(0), ...count],
    ...[...pairAt(place, 0, width), ...get(width), ...i32.add, ...count],
    ...next(at, end, 4),
  ]);
  return { name: 'count', parameters: 6, returns: false, numbers: 7, vectors: 0, code };
}

/** Bytes of a key in a number come with the first one highest: those of both keys behind the first eight of another. */
const keysBehind = [0, 1, 2, 3, 4, 5, 6, 7, 19, 18, 17, 16, 23, 22, 21, 20];

/**
 * `gather(at, end, recordBytes, ends, term, position, width, slotOf, slots, isInText, moved)`: `ends` are those of the terms
 * from `term` on, in positions; a suffix whose codes are not in the text is at the place of its own, moved by so much.
 */
function gather(): wasm.Routine {
  const [at, end, recordBytes, ends, term, position, width, slotOf, slots, isInText, moved] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ];
  const [gap, slot, out, suffix] = [11, 12, 13, 14];
  const isBehind: wasm.Code = [...get(position), ...get(ends), ...i32.loadAt(0), ...i32.geU];
  const nextTerm: wasm.Code = [...add(ends, 4), ...add(term, 1), ...isBehind];
  const put: wasm.Code = [
    ...[...get(slot), ...i32.loadAt(SLOT.next), ...set(out)],
    ...[...get(slot), ...get(out), ...i32.const(16), ...i32.add, ...i32.storeAt(SLOT.next)],
    ...[...get(slot), ...get(term), ...i32.storeAt(SLOT.last)],
    ...[...get(position), ...get(at), ...get(moved), ...i32.add, ...get(isInText), ...i32.select],
    ...[...v128.splat32, ...get(term), ...v128.replace32(termAt), ...set(suffix)],
    ...[...get(out), ...get(suffix), ...get(at), ...v128.load(GAP_BYTES + SLOT_CODES), ...v128.shuffle(keysBehind)],
    ...v128.store(0),
  ];
  const code = repeatWhile([
    ...[...get(at), ...i32.load16, ...tee(gap), ...get(position), ...i32.add, ...set(position)],
    ...[...get(gap), ...i32.const(GAP_MAXIMUM), ...i32.ne],
    ...when([
      ...[...isBehind, ...when(repeatWhile(nextTerm))],
      ...[...pairAt(at, GAP_BYTES, width), ...i32.const(2), ...i32.shl, ...get(slotOf), ...i32.add, ...i32.loadAt(0)],
      ...[...timesEntry, ...get(slots), ...i32.add, ...tee(slot), ...i32.loadAt(SLOT.last), ...get(term), ...i32.ne],
      // Of a bucket only terms count, each once.
      ...[...get(slot), ...i32.loadAt(SLOT.isNode), ...i32.or],
      ...when(put),
    ]),
    ...[...get(at), ...get(recordBytes), ...i32.add, ...tee(at), ...get(end), ...i32.ltU],
  ]);
  return { name: 'gather', parameters: 11, returns: false, numbers: 3, vectors: 1, code };
}

export interface CompiledLoops extends Loops {
  readonly gather: wasm.Run;
}

/** @returns the loops over a memory */
export const compiledLoops = wasm.routinesIn([route(), write(), count(), gather()], (run): CompiledLoops => {
  const routing = run('route');
  return {
    // As the engine gives it, with a sign.
    route: (...operands) => Number(routing(...operands)) >>> 0,
    write: run('write'),
    count: run('count'),
    gather: run('gather'),
  };
});
