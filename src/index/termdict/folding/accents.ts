/**
 * Folding of accents: maps texts that differ only in case and in marks to the same text.
 *
 * Each code point is folded by itself: full case folding, canonical decomposition, removal of marks, and ø → o, ł → l, đ → d,
 * æ → ae, œ → oe, ı → i. Syllables of Hangul become their letters. So if a text begins with, ends with or contains another, so
 * does its fold. Invariants: folding a fold changes nothing; only the empty text folds to an empty text, because a text of
 * marks alone keeps them. Elsewhere: the tables (accents-table), case folding (fold).
 */
import { InvariantError } from '../../../content/errors/index.js';
import { LETTERS, MARKS } from './accents-table.js';
import { foldCase } from './fold.js';

/** Ranges of code points whose decompositions are complete in Unicode, so that they are the same in every Node.js. */
const DECOMPOSED_BY_NODE = [
  [0xac00, 0xd7a3],
  [0xf900, 0xfad9],
  [0x2f800, 0x2fa1d],
] as const;

const rangePattern = /^([0-9a-f]+)(?:-([0-9a-f]+))?$/;

/** @param text ranges in hexadecimal, such as `300-362`. @returns the code points */
function* readRanges(text: string): Generator<number> {
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const match = rangePattern.exec(entry);
    if (match === null) throw new InvariantError(`accents table: expected "<first>[-<last>]", found "${entry}"`);
    const [, first = '', last = first] = match;
    for (let point = Number.parseInt(first, 16); point <= Number.parseInt(last, 16); point += 1) yield point;
  }
}

/** @returns code point → its folding, for code points that case folding keeps */
function readTable(): ReadonlyMap<number, string> {
  const foldings = new Map<number, string>();
  for (const point of readRanges(MARKS)) foldings.set(point, '');
  for (const entry of LETTERS.trim().split(/\s+/)) {
    const [folded = '', points = ''] = entry.split('=');
    const folding = String.fromCodePoint(...folded.split('+').map((digits) => Number.parseInt(digits, 16)));
    for (const point of readRanges(points)) foldings.set(point, folding);
  }
  return foldings;
}

let table: ReadonlyMap<number, string> | undefined;

/** Case-folded code points below this one have no folding of their own. */
const firstFolded = 0xa8;

function foldPoint(character: string, foldings: ReadonlyMap<number, string>): string {
  const point = character.codePointAt(0) ?? 0;
  if (point < firstFolded) return character;
  const folding = foldings.get(point);
  if (folding !== undefined) return folding;
  return DECOMPOSED_BY_NODE.some(([first, last]) => point >= first && point <= last)
    ? character.normalize('NFD')
    : character;
}

const ascii = /^[\0-\x7f]*$/;

/** @returns the folded text. Cost: O(length), some 50 ns per character beyond ASCII. */
export function foldAccents(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  table ??= readTable();
  const caseFolded = foldCase(text);
  let folded = '';
  for (const character of caseFolded) folded += foldPoint(character, table);
  return folded === '' ? caseFolded : folded;
}
