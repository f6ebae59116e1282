/**
 * Case folding: maps texts that differ only in upper and lower case to the same text.
 *
 * It is Unicode's default full case folding, code point by code point, without a locale: ß and ẞ become ss, ς and Σ
 * become σ, İ becomes i with a dot above, and ı stays. Nothing is normalised: é as one code point and é as two stay
 * different, and no mark is dropped (accents does). If a text begins with, ends with or contains another, so does its fold.
 * Invariants: folding a fold changes nothing; only the empty text folds to an empty text.
 */
import { InvariantError } from '../../../content/errors/index.js';
import { COMMON, FULL } from './table.js';

const unitCount = 0x10000;
/** Marks units whose folding is in the map. No code point folds to a surrogate, so this value is free. */
const IN_MAP = 0xd800;
const unitsMaximum = 3;
const ascii = /^[\0-\x7f]*$/;

interface FoldingTable {
  /** UTF-16 unit → its folding, or IN_MAP. */
  readonly units: Uint16Array;
  /** Code point → its folding: for code points that fold to several units, and for code points above U+FFFF. */
  readonly longFoldings: ReadonlyMap<number, string>;
}

const commonPattern = /^([0-9a-f]+)(?:-([0-9a-f]+))?(\/2)?([+-])([0-9a-f]+)$/;
const fullPattern = /^([0-9a-f]+)=([0-9a-f+]+)$/;

const splitEntries = (text: string): readonly string[] => text.trim().split(/\s+/);
const fromHex = (digits: string): number => Number.parseInt(digits, 16);

function readTable(): FoldingTable {
  const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000;
  const units = Uint16Array.from({ length: unitCount }, (_, unit) => (isSurrogate(unit) ? IN_MAP : unit));
  const longFoldings = new Map<number, string>();
  for (const entry of splitEntries(COMMON)) {
    const { first, last, step, offset } = parseCommonEntry(entry);
    for (let point = first; point <= last; point += step) {
      if (point < unitCount) units[point] = point + offset;
      else longFoldings.set(point, String.fromCodePoint(point + offset));
    }
  }
  for (const entry of splitEntries(FULL)) {
    const { point, folding } = parseFullEntry(entry);
    units[point] = IN_MAP;
    longFoldings.set(point, folding);
  }
  return { units, longFoldings };
}

/** Code points `first`, `first + step` and so on up to `last`, each of which folds to itself plus `offset`. */
interface CommonEntry {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly offset: number;
}

function parseCommonEntry(entry: string): CommonEntry {
  const match = commonPattern.exec(entry);
  if (match === null)
    throw new InvariantError(`folding table: expected "<first>[-<last>][/2]±<hex>", found "${entry}"`);
  const [, first = '', last = first, everySecond, sign, distance = ''] = match;
  const offset = sign === '-' ? -fromHex(distance) : fromHex(distance);
  return { first: fromHex(first), last: fromHex(last), step: everySecond === undefined ? 1 : 2, offset };
}

/** A code point that folds to several. */
interface FullEntry {
  readonly point: number;
  readonly folding: string;
}

function parseFullEntry(entry: string): FullEntry {
  const match = fullPattern.exec(entry);
  if (match === null) throw new InvariantError(`folding table: expected "<point>=<hex>[+<hex>…]", found "${entry}"`);
  const [, point = '', folded = ''] = match;
  return { point: fromHex(point), folding: String.fromCodePoint(...folded.split('+').map(fromHex)) };
}

const { units, longFoldings } = readTable();
/** Used for all but long texts, so that most calls allocate no array. */
const sharedUnits = new Uint16Array(unitCount);

/** @returns the folded text. Cost: O(length); beyond ASCII a few nanoseconds per character. */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const unitsNeeded = text.length * unitsMaximum;
  const out = unitsNeeded <= sharedUnits.length ? sharedUnits : new Uint16Array(unitsNeeded);
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const folded = units[text.charCodeAt(i)]!;
    if (folded !== IN_MAP) {
      out[length++] = folded;
      continue;
    }
    const point = text.codePointAt(i)!;
    if (point >= unitCount) i += 1;
    const folding = longFoldings.get(point) ?? String.fromCodePoint(point);
    for (let position = 0; position < folding.length; position += 1) out[length++] = folding.charCodeAt(position);
  }
  return Buffer.from(out.buffer, 0, length * 2).toString('utf16le');
}
