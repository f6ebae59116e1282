/**
 * Case folding: texts that differ in upper and lower case alone become the same text.
 *
 * It is Unicode's default full case folding, code point by code point, without a locale: ß and ẞ become ss, ς and Σ
 * become σ, İ becomes i with a dot above, and ı stays as it is. Nothing is normalised, so é as one code point and é as
 * two stay apart, and no mark is dropped. What begins, ends or contains a text still does when both are folded.
 * Invariants: folding what is folded changes nothing; a text that is not empty does not become so.
 */
import { InvariantError } from '../../../content/errors/index.js';
import { COMMON, FULL } from './table.js';

const unitCount = 0x10000;
/** No code point folds to a surrogate, so it can stand for what is no single unit before or behind. */
const LOOK_UP = 0xd800;
const unitsMaximum = 3;
const ascii = /^[\0-\x7f]*$/;

interface FoldingTable {
  /** By UTF-16 unit: what it becomes, or LOOK_UP. */
  readonly units: Uint16Array;
  /** By code point: what becomes several units, or is beyond U+FFFF. */
  readonly others: ReadonlyMap<number, string>;
}

const commonPattern = /^([0-9a-f]+)(?:-([0-9a-f]+))?(\/2)?([+-])([0-9a-f]+)$/;
const fullPattern = /^([0-9a-f]+)=([0-9a-f+]+)$/;

const entriesOf = (text: string): readonly string[] => text.trim().split(/\s+/);
const fromHex = (digits: string): number => Number.parseInt(digits, 16);

function readTable(): FoldingTable {
  const units = Uint16Array.from({ length: unitCount }, (_, unit) =>
    unit >= 0xd800 && unit < 0xe000 ? LOOK_UP : unit,
  );
  const others = new Map<number, string>();
  for (const entry of entriesOf(COMMON)) {
    const match = commonPattern.exec(entry);
    if (match === null) throw new InvariantError(`"${entry}" is no entry of the folding table`);
    const [, first = '', last = first, everySecond, sign, distance = ''] = match;
    const by = sign === '-' ? -fromHex(distance) : fromHex(distance);
    for (let point = fromHex(first); point <= fromHex(last); point += everySecond === undefined ? 1 : 2) {
      if (point < unitCount) units[point] = point + by;
      else others.set(point, String.fromCodePoint(point + by));
    }
  }
  for (const entry of entriesOf(FULL)) {
    const match = fullPattern.exec(entry);
    if (match === null) throw new InvariantError(`"${entry}" is no entry of the folding table`);
    const [, point = '', folded = ''] = match;
    units[fromHex(point)] = LOOK_UP;
    others.set(fromHex(point), String.fromCodePoint(...folded.split('+').map(fromHex)));
  }
  return { units, others };
}

const { units, others } = readTable();
/** For all but long texts, so that none is allocated for each. */
const shared = new Uint16Array(unitCount);

/** Cost: O(length), and for texts beyond ASCII some nanoseconds a character. */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const most = text.length * unitsMaximum;
  const out = most <= shared.length ? shared : new Uint16Array(most);
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const folded = units[text.charCodeAt(i)]!;
    if (folded !== LOOK_UP) {
      out[length++] = folded;
      continue;
    }
    const point = text.codePointAt(i)!;
    if (point >= unitCount) i += 1;
    const several = others.get(point) ?? String.fromCodePoint(point);
    for (let at = 0; at < several.length; at += 1) out[length++] = several.charCodeAt(at);
  }
  return Buffer.from(out.buffer, 0, length * 2).toString('utf16le');
}

/** The same of UTF-8. @param bytes well-formed */
export const foldBytes = (bytes: Uint8Array): Uint8Array => Buffer.from(foldCase(Buffer.from(bytes).toString()));
