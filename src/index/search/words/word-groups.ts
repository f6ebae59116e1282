/**
 * Word groups: words that a text joins by a sign without spaces, such as `Wi-Fi`, `U.S.A.` and `978-3-16`, and words with a sign of
 * their own, such as `C++` and `.NET`.
 *
 * Elsewhere: the words of a text and the joined words of its groups (word-reader).
 */

/** How a language treats an apostrophe within a word: as part of it, as the end of a short form (`l'homme`), or as any other sign. */
export type ApostropheRule = 'joins' | 'elides' | 'parts';

/** Characters `[start, end)` of a text, in UTF-16 units. */
interface CharacterRange {
  readonly start: number;
  readonly end: number;
}

/** A word that a group can be written as: without the signs between its parts, or with the sign of its last part. */
export interface JoinedSpelling {
  /** As the text writes it. */
  readonly text: string;
  /** Its parts `[firstPart, endPart)`. */
  readonly firstPart: number;
  readonly endPart: number;
  /** Number of characters of its sign before the first part, and after the last part. */
  readonly charactersBefore: number;
  readonly charactersAfter: number;
  /** Whether it has a sign that belongs to the word, as `C++` and `R&D`. */
  readonly hasSign: boolean;
}

export interface WordGroup {
  /** At least one part; the end is after a possessive `'s`. */
  readonly start: number;
  readonly end: number;
  readonly parts: readonly CharacterRange[];
  /** At least one, by ascending end. */
  readonly spellings: readonly JoinedSpelling[];
}

/** Longer groups are addresses and file names, not words. */
const partsMaximum = 8;
/** Shorter numbers with signs are decimals and fractions, which `35` must not find as `3.5`. */
const joinedDigitsMinimum = 7;

const letter = '[\\p{L}\\p{N}\\p{M}]';
const apostrophe = "['’＇]";
const anyWords = {
  plain: new RegExp(`${letter}+`, 'gu'),
  withApostrophes: new RegExp(`${letter}+(?:${apostrophe}${letter}+)*`, 'gu'),
};
/** Faster equivalents for pieces in ASCII. */
const asciiWords = { plain: /[A-Za-z0-9]+/g, withApostrophes: /[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*/g };
const notAscii = /\P{ASCII}/u;
const apostropheOnly = new RegExp(`^${apostrophe}$`, 'u');
const possessiveEnd = new RegExp(`^(?:['’＇ʼʻʾʿ]s(?!${letter}))+`, 'u');
/** One of these between two words joins them. */
const joiner = /^[-‐‑./_&]$/u;
/** A sign at the end of a word that belongs to it; `++` before digits too, as in `C++17`. The sharp sign is `#`. */
const endSign = new RegExp(`^(?:\\+\\+(?=\\p{N})|(?:\\+\\+|[+#*♯])(?!${letter}|[+#*♯]))`, 'u');
const sharpSign = '♯';
const digitsOnly = /^\p{N}+$/u;
const digitFirst = /^\p{N}/u;
const digitLast = /\p{N}$/u;
/** Separates the thousands of a number. */
const thousands = /^\p{N}{1,3}(?:[^\p{N}]\p{N}{3})+$/u;
const letterFirst = /^\p{L}/u;
const letterLast = /\p{L}\p{M}*$/u;
/** The end of a text before the `s` of a possessive, which is no word. */
const beforePossessive = new RegExp(`\\p{L}\\p{M}*${apostrophe}$`, 'u');

/** Characters before an `s` that are read: a letter with its marks, and an apostrophe. */
const possessiveReach = 8;

const asciiEnd = 0x80;
const spaceCode = 0x20;
const dotCode = 0x2e;
/** ASCII code → 1 if the character matches the pattern. */
const tableOfCodes = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: asciiEnd }, (_, code) => Number(pattern.test(String.fromCharCode(code))));
const joinerCodes = tableOfCodes(/[-./_&,']/);
const endSignCodes = tableOfCodes(/[+#*]/);
const wordCodes = tableOfCodes(/[A-Za-z0-9]/);
const sharpCode = 0x266f;
/** Hyphens, the apostrophe and the sharp sign, which are beyond ASCII. */
const otherSignCodes: ReadonlySet<number> = new Set([0x2010, 0x2011, 0x2019, sharpCode]);
const isEndSign = (code: number): boolean => endSignCodes[code] === 1 || code === sharpCode;

/**
 * Finds the groups of a text without invisible characters, in text order.
 *
 * Cost: O(length). The text is read code by code; regular expressions read only its pieces between spaces that have a sign.
 */
export function findWordGroups(text: string, apostrophes: ApostropheRule): readonly WordGroup[] {
  const groups: WordGroup[] = [];
  for (let position = findSign(text, 0); position < text.length; ) {
    const start = findPieceStart(text, position);
    const end = findPieceEnd(text, position);
    for (const group of readPiece(text.slice(start, end), start, apostrophes)) groups.push(group);
    position = findSign(text, end);
  }
  return groups;
}

/** Whether a text may have groups, also a text with invisible characters. Cost: O(length). */
export const mayHaveGroups = (text: string): boolean => findSign(text, 0) < text.length;

/** @returns the next position from `position` on of a sign that may make a group; the length of the text if there is none */
function findSign(text: string, position: number): number {
  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code >= asciiEnd ? !otherSignCodes.has(code) : joinerCodes[code] === 0 && endSignCodes[code] === 0) continue;
    const isAfterWord = mayBeInWord(text.charCodeAt(position - 1));
    if (isAfterWord && isEndSign(code)) return position;
    if ((isAfterWord || code === dotCode) && mayBeInWord(text.charCodeAt(position + 1))) return position;
  }
  return position;
}

/** Whether a code may be a part of a word; for a code beyond ASCII the regular expressions decide. */
const mayBeInWord = (code: number): boolean => code >= asciiEnd || wordCodes[code] === 1;

function findPieceStart(text: string, position: number): number {
  while (position > 0 && text.charCodeAt(position - 1) > spaceCode) position -= 1;
  return position;
}

function findPieceEnd(text: string, position: number): number {
  while (position < text.length && text.charCodeAt(position) > spaceCode) position += 1;
  return position;
}

/** @param offset position of the piece in its text */
function readPiece(piece: string, offset: number, apostrophes: ApostropheRule): WordGroup[] {
  const pattern = (notAscii.test(piece) ? anyWords : asciiWords)[apostrophes === 'joins' ? 'withApostrophes' : 'plain'];
  const words: Part[] = [];
  for (const { 0: text, index: start } of piece.matchAll(pattern)) {
    const isPossessive =
      text === 's' && beforePossessive.test(piece.slice(Math.max(0, start - possessiveReach), start));
    if (!isPossessive) words.push({ text, start });
  }
  const groups: WordGroup[] = [];
  for (let first = 0; first < words.length; ) {
    let end = first + 1;
    while (end < words.length && areJoined(piece, words[end - 1]!, words[end]!, apostrophes)) end += 1;
    const group = readGroup(piece, words.slice(first, end), offset);
    if (group !== undefined) groups.push(group);
    first = end;
  }
  return groups;
}

/** A part of a group in its piece. */
interface Part {
  readonly text: string;
  readonly start: number;
}

const endOf = ({ text, start }: Part): number => start + text.length;

function areJoined(piece: string, left: Part, right: Part, apostrophes: ApostropheRule): boolean {
  const between = piece.slice(endOf(left), right.start);
  if (joiner.test(between)) return true;
  if (between === ',') return digitLast.test(left.text) && digitFirst.test(right.text);
  return apostrophes === 'parts' && apostropheOnly.test(between);
}

/** @param parts at least one. @returns undefined if the words are no group */
function readGroup(piece: string, parts: readonly Part[], offset: number): WordGroup | undefined {
  const first = parts[0]!;
  const last = parts[parts.length - 1]!;
  const mayHaveSign = piece[first.start - 1] === '.' || isEndSign(piece.charCodeAt(endOf(last)));
  if (parts.length === 1 && !mayHaveSign) return undefined;
  const textAfter = piece.slice(endOf(last));
  const spellings = [
    ...spellWithDot(piece, first),
    ...listJoinedSpellings(piece, parts),
    ...spellWithSign(last, parts.length, textAfter),
  ];
  if (spellings.length === 0) return undefined;
  return {
    start: offset + first.start,
    end: offset + endOf(last) + possessiveLength(last, textAfter),
    parts: parts.map((part) => ({ start: offset + part.start, end: offset + endOf(part) })),
    spellings,
  };
}

/** @returns the length of a possessive `'s` after a word that ends with a letter, which is no word of its own */
const possessiveLength = ({ text }: Part, textAfter: string): number =>
  letterLast.test(text) ? (possessiveEnd.exec(textAfter)?.[0].length ?? 0) : 0;

/** @returns the spelling of the whole group, and for three parts or more the spelling of each two neighbours */
function listJoinedSpellings(piece: string, parts: readonly Part[]): JoinedSpelling[] {
  if (parts.length < 2 || parts.length > partsMaximum) return [];
  const isNumber = parts.every(({ text }) => digitsOnly.test(text));
  if (isNumber && !isJoinedNumber(piece, parts)) return [];
  const whole = joinParts(piece, parts, 0, parts.length);
  const areInitials = parts.every(({ text }) => text.length === 1);
  if (parts.length === 2 || isNumber || areInitials) return [whole];
  return [...parts.slice(1).map((_, index) => joinParts(piece, parts, index, index + 2)), whole];
}

function isJoinedNumber(piece: string, parts: readonly Part[]): boolean {
  const digits = parts.reduce((sum, { text }) => sum + text.length, 0);
  return digits >= joinedDigitsMinimum || thousands.test(piece.slice(parts[0]!.start, endOf(parts[parts.length - 1]!)));
}

/** Joins the parts `[firstPart, endPart)`. An ampersand stays: `R&D` is not `rd`. */
function joinParts(piece: string, parts: readonly Part[], firstPart: number, endPart: number): JoinedSpelling {
  let text = parts[firstPart]!.text;
  for (let part = firstPart + 1; part < endPart; part += 1) {
    const { start, text: partText } = parts[part]!;
    text += piece[start - 1] === '&' ? `&${partText}` : partText;
  }
  return { text, firstPart, endPart, charactersBefore: 0, charactersAfter: 0, hasSign: text.includes('&') };
}

/** @returns the first part with the full stop before it, if there is one: `.NET` */
function spellWithDot(piece: string, { text, start }: Part): JoinedSpelling[] {
  const hasDot = piece[start - 1] === '.' && piece[start - 2] !== '.' && letterFirst.test(text);
  if (!hasDot) return [];
  return [{ text: `.${text}`, firstPart: 0, endPart: 1, charactersBefore: 1, charactersAfter: 0, hasSign: true }];
}

/** @returns the last part with the sign after it, if there is one: `C++` */
function spellWithSign({ text }: Part, partCount: number, textAfter: string): JoinedSpelling[] {
  const sign = endSign.exec(textAfter)?.[0];
  if (sign === undefined) return [];
  const firstPart = partCount - 1;
  return [
    {
      text: text + (sign === sharpSign ? '#' : sign),
      firstPart,
      endPart: partCount,
      charactersBefore: 0,
      charactersAfter: sign.length,
      hasSign: true,
    },
  ];
}
