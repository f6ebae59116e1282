/**
 * Spaced groups: digits and initials that a text parts by spaces, such as `978 3 16 148410 0` and `U S A`.
 *
 * Only three parts or more are read as one word: `3 16` and `a b` may be anything. Elsewhere: groups that a sign joins (word-groups).
 */
import { type ApostropheRule, findWordGroups, mayHaveGroups, type WordGroup } from './word-groups.js';

const partsMinimum = 3;
/** Longer runs are rows of a table. */
const partsMaximum = 8;
/** Shorter numbers are counts and years. */
const digitsMinimum = 7;

const openBracket = 0x28;
const digitZero = 0x30;
const digitNine = 0x39;
const spaceCode = 0x20;

/** A piece of a text between spaces, without brackets before and punctuation after it. */
interface SpacedPart {
  readonly start: number;
  readonly end: number;
  readonly kind: 'digits' | 'initial';
  /** Whether it may follow another part, and be followed by one. */
  readonly isAfterSpace: boolean;
  readonly isBeforeSpace: boolean;
}

const pieces = /\S+/gu;
const pieceParts = /^(\(*)(\p{N}+|\p{L})([.,;:!?)]*)$/u;
const digitsOnly = /^\p{N}+$/u;

/** Finds all groups of a text without invisible characters, in text order. Cost: O(length). */
export function findGroups(text: string, apostrophes: ApostropheRule): readonly WordGroup[] {
  const groups = findWordGroups(text, apostrophes);
  if (!mayHaveSpacedGroups(text)) return groups;
  const spacedGroups = findSpacedGroups(text);
  // A piece of a spaced group has no sign that joins it, so groups do not overlap.
  return spacedGroups.length === 0 ? groups : [...groups, ...spacedGroups].sort((a, b) => a.start - b.start);
}

/** Whether a text may have groups, also a text with invisible characters. Cost: O(length). */
export const mayHaveAnyGroups = (text: string): boolean => mayHaveGroups(text) || mayHaveSpacedGroups(text);

/** Whether a space is between two digits, or between two pieces of one character. Few texts have any. */
function mayHaveSpacedGroups(text: string): boolean {
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    const before = text.charCodeAt(space - 1);
    const after = text.charCodeAt(space + 1);
    if (isDigit(before) && isDigit(after)) return true;
    if (mayBeUnseen(before) || mayBeUnseen(after)) return true;
    if (isBoundary(text.charCodeAt(space - 2)) && isBoundary(text.charCodeAt(space + 2))) return true;
  }
  return false;
}

/** Whether a code may be a digit; of a code beyond ASCII the pattern decides. */
const isDigit = (code: number): boolean => (code >= digitZero && code <= digitNine) || code > 0x7f;

/** Whether a code is a space, an opening bracket, missing, or may be invisible. */
const isBoundary = (code: number): boolean => !(code > spaceCode) || code === openBracket || mayBeUnseen(code);

/** Whether a code may be of an invisible character, or a half of one; the groups are read without them. */
const mayBeUnseen = (code: number): boolean =>
  code > 0x7f && (code >= 0xd800 || unseenBlocks.some(([start, end]) => code >= start && code < end));

/** Ranges `[start, end)` of codes with invisible characters. */
const unseenBlocks: readonly (readonly [start: number, end: number])[] = [
  [0xad, 0xae],
  [0x34f, 0x350],
  [0x61c, 0x61d],
  [0x115f, 0x1161],
  [0x17b4, 0x17b6],
  [0x180b, 0x1810],
  [0x200b, 0x2010],
  [0x202a, 0x202f],
  [0x2060, 0x2070],
  [0x20e3, 0x20e4],
  [0x3164, 0x3165],
];

function findSpacedGroups(text: string): WordGroup[] {
  const groups: WordGroup[] = [];
  let run: SpacedPart[] = [];
  const endRun = (): void => {
    const group = readRun(text, run);
    if (group !== undefined) groups.push(group);
    run = [];
  };
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const part = readPart(piece, index);
    const previous = run.at(-1);
    if (part === undefined || (previous !== undefined && !isRun(text, previous, part))) endRun();
    if (part !== undefined) run.push(part);
  }
  endRun();
  return groups;
}

/** @returns undefined if the piece is neither digits nor one letter */
function readPart(piece: string, index: number): SpacedPart | undefined {
  const match = pieceParts.exec(piece);
  if (match === null) return undefined;
  const [, brackets = '', text = '', punctuation = ''] = match;
  const start = index + brackets.length;
  return {
    start,
    end: start + text.length,
    kind: digitsOnly.test(text) ? 'digits' : 'initial',
    isAfterSpace: brackets === '',
    isBeforeSpace: punctuation === '',
  };
}

const isRun = (text: string, part: SpacedPart, nextPart: SpacedPart): boolean =>
  part.isBeforeSpace &&
  nextPart.isAfterSpace &&
  part.kind === nextPart.kind &&
  text.slice(part.end, nextPart.start) === ' ';

function readRun(text: string, run: readonly SpacedPart[]): WordGroup | undefined {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined || run.length < partsMinimum || run.length > partsMaximum)
    return undefined;
  const joinedText = run.map(({ start, end }) => text.slice(start, end)).join('');
  if (first.kind === 'digits' && joinedText.length < digitsMinimum) return undefined;
  const whole = { text: joinedText, firstPart: 0, endPart: run.length, charactersBefore: 0, charactersAfter: 0 };
  return { start: first.start, end: last.end, parts: run, spellings: [{ ...whole, hasSign: false }] };
}
