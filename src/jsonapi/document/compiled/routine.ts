/**
 * The compiled loop that writes whole items one behind the other: for each, the steps of its type's program (program).
 *
 * What it reads and writes are addresses in one segment's memory. It copies 16 bytes at a time, so it reads and writes up
 * to 15 bytes behind what it copies: the next copy overwrites them, and nothing is written from `limit` on.
 */
import { wasm } from '../../../format/index.js';

type Code = wasm.Code;
const { f64, get, i32, leave, repeatWhile, set, tee, v128, when } = wasm;

/** What a step does, and its operands: 32-bit numbers. Offsets are those in the program's image. */
export const STEP = Object.freeze({
  /** Copies a constant: its offset, its length. */
  constant: 0,
  /** Copies a part of the item: where address and length stand in the item's numbers, in bytes. */
  part: 1,
  /** Copies the linkage of a relationship: the relationship's offset; offset and length of what stands for no link. */
  links: 2,
  /** Writes how many links there are: the relationship's offset. */
  total: 3,
});
/** A step and its operands. */
export const STEP_BYTES = 16;

/** The numbers of an item, 32 bits each: its doc, then address and length of each part. */
export const ITEM = Object.freeze({ doc: 0, id: 4, url: 12, attributes: 20 });
export const ITEM_BYTES = 28;

/** The numbers of a relationship: addresses of its columns, and of its linkage. */
export const RELATIONSHIP = Object.freeze({ starts: 0, targets: 4, relative: 8, bases: 12, linkage: 16 });

/** As many bytes as are copied at once; so many must be left behind what is written. */
export const COPIED_BYTES = 16;

const [items, itemsEnd, image, stepsEnd, out, limit] = [0, 1, 2, 3, 4, 5];
const [step, from, length, to, end, relationship, link, linkEnd, number, digits] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

const at = (pointer: number, offset: number): Code => [...get(pointer), ...i32.loadAt(offset)];
const operand = (place: number): Code => at(step, 4 * place);
const moveOn = (pointer: number, by: number): Code => [
  ...[...get(pointer), ...i32.const(by), ...i32.add, ...tee(pointer)],
];
const is = (kind: number): Code => [...operand(0), ...i32.const(kind), ...i32.eq];

/** Copies `length` bytes from `from` to `out`, which moves on; leaves with 0 where there is no room. */
const copy: Code = [
  ...[...get(out), ...tee(to), ...get(length), ...i32.add, ...set(end)],
  ...[...get(limit), ...get(end), ...i32.const(COPIED_BYTES), ...i32.add, ...i32.ltU],
  ...when([...i32.const(0), ...leave]),
  ...repeatWhile([
    ...[...get(to), ...get(from), ...v128.load(0), ...v128.store(0)],
    ...[...moveOn(from, COPIED_BYTES), ...set(from)],
    ...[...moveOn(to, COPIED_BYTES), ...get(end), ...i32.ltU],
  ]),
  ...[...get(end), ...set(out)],
];

/** A 32-bit number of a column: its address, which place. */
const numberAt = (column: number, place: Code): Code => [
  ...[...at(relationship, column), ...place, ...i32.const(2), ...i32.shl, ...i32.add, ...i32.load],
];

/** Where the linkage of a target begins: as format/blob has offsets, each 32 on a base of their own. */
const linkageAt = (target: Code): Code => [
  ...[...at(relationship, RELATIONSHIP.linkage), ...numberAt(RELATIONSHIP.relative, target), ...i32.add],
  ...[...at(relationship, RELATIONSHIP.bases), ...target, ...i32.const(5), ...i32.shrU, ...i32.const(3), ...i32.shl],
  ...[...i32.add, ...f64.load, ...i32.fromF64, ...i32.add],
];

const doc = at(items, ITEM.doc);

/** Where the item's links of the step's relationship stand. */
const findLinks: Code = [
  ...[...get(image), ...operand(1), ...i32.add, ...set(relationship)],
  ...[...numberAt(RELATIONSHIP.starts, doc), ...set(link)],
  ...[...numberAt(RELATIONSHIP.starts, [...doc, ...i32.const(1), ...i32.add]), ...set(linkEnd)],
];

const copyConstant = (place: number): Code => [
  ...[...get(image), ...operand(place), ...i32.add, ...set(from), ...operand(place + 1), ...set(length)],
  ...copy,
];

const copyPart: Code = [
  ...[...get(items), ...operand(1), ...i32.add, ...tee(number), ...i32.load, ...set(from)],
  ...[...at(number, 4), ...set(length)],
  ...copy,
];

const copyLinks: Code = [
  ...findLinks,
  ...[...get(link), ...get(linkEnd), ...i32.ltU, ...tee(digits)],
  ...when([
    ...repeatWhile([
      ...[...numberAt(RELATIONSHIP.targets, get(link)), ...set(number)],
      ...[...linkageAt(get(number)), ...set(from)],
      ...[...linkageAt([...get(number), ...i32.const(1), ...i32.add]), ...get(from), ...i32.sub, ...set(length)],
      ...copy,
      ...[...moveOn(link, 1), ...get(linkEnd), ...i32.ltU],
    ]),
    // Behind the last one stands a comma, too.
    ...[...get(out), ...i32.const(1), ...i32.sub, ...set(out)],
  ]),
  ...[...get(digits), ...i32.eqz],
  ...when(copyConstant(2)),
];

/** Digits are written from the last to the first; there is room for them, as for any copy. */
const writeTotal: Code = [
  ...findLinks,
  ...[...get(linkEnd), ...get(link), ...i32.sub, ...set(number)],
  ...[...i32.const(1), ...set(digits), ...i32.const(10), ...set(length)],
  ...[...get(number), ...get(length), ...i32.geU],
  ...when(
    repeatWhile([
      ...[...moveOn(digits, 1), ...set(digits)],
      ...[...get(number), ...get(length), ...i32.const(10), ...i32.mul, ...tee(length), ...i32.geU],
    ]),
  ),
  ...[...get(limit), ...get(out), ...i32.const(COPIED_BYTES), ...i32.add, ...i32.ltU],
  ...when([...i32.const(0), ...leave]),
  ...[...get(out), ...get(digits), ...i32.add, ...tee(out), ...set(to)],
  ...repeatWhile([
    ...[...moveOn(to, -1), ...get(number), ...i32.const(10), ...i32.remU, ...i32.const(0x30), ...i32.add],
    ...[...i32.store8, ...get(number), ...i32.const(10), ...i32.divU, ...set(number)],
    ...moveOn(digits, -1),
  ]),
];

const oneStep: Code = [
  ...[...operand(0), ...i32.eqz, ...when(copyConstant(1))],
  ...[...is(STEP.part), ...when(copyPart)],
  ...[...is(STEP.links), ...when(copyLinks)],
  ...[...is(STEP.total), ...when(writeTotal)],
  ...[...moveOn(step, STEP_BYTES), ...get(stepsEnd), ...i32.ltU],
];

/** `writeItems(items, itemsEnd, image, stepsEnd, out, limit)`: returns the end of what was written; 0 where it has no room. */
const WRITE_ITEMS: wasm.Routine = {
  name: 'writeItems',
  parameters: 6,
  returns: true,
  numbers: 10,
  vectors: 0,
  code: [
    ...repeatWhile([
      ...[...get(image), ...set(step)],
      ...repeatWhile(oneStep),
      ...[...moveOn(items, ITEM_BYTES), ...get(itemsEnd), ...i32.ltU],
    ]),
    ...get(out),
  ],
};

export type WriteItems = (
  items: number,
  itemsEnd: number,
  image: number,
  stepsEnd: number,
  out: number,
  limit: number,
) => number;

export const writeItemsIn = wasm.routinesIn([WRITE_ITEMS], (run): WriteItems => {
  const write = run(WRITE_ITEMS.name);
  // Addresses beyond 2^31 come back as negative numbers.
  return (...operands) => Number(write(...operands)) >>> 0;
});
