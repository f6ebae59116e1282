/**
 * Joined words for the naive search: `wifi` for `Wi-Fi`, `c++` for `C++`, found word by word as docs/ask/search.md says.
 */
import type { Language } from '../../../src/content/model/index.js';
import { plainText, wordsIn } from './cut.js';

export interface JoinedWord {
  readonly text: string;
  /** The words that it joins. */
  readonly parts: readonly string[];
  /** Number of words of the text before its first part. */
  readonly start: number;
  /** Number of words of the text up to the end of its last part. */
  readonly end: number;
  readonly hasSign: boolean;
}

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const isNumber = (text: string): boolean => /^\p{N}+$/u.test(text);

/** @param given a text without invisible characters. @returns runs of pieces with one joining sign between two */
function groupsIn(given: string, joinsApostrophes: boolean): Piece[][] {
  const pattern = joinsApostrophes ? /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu : /[\p{L}\p{N}\p{M}]+/gu;
  const groups: Piece[][] = [];
  for (const match of given.matchAll(pattern)) {
    const piece = { text: match[0], start: match.index, end: match.index + match[0].length };
    if (piece.text === 's' && /\p{L}\p{M}*['’]$/u.test(given.slice(0, piece.start))) continue;
    const last = groups.at(-1)?.at(-1);
    const between = last === undefined ? ' ' : given.slice(last.end, piece.start);
    const isJoined =
      ['-', '.', '/', '_', '&'].includes(between) ||
      (between === ',' && /\p{N}$/u.test(last!.text) && /^\p{N}/u.test(piece.text)) ||
      (!joinsApostrophes && ["'", '’'].includes(between));
    if (isJoined) groups.at(-1)!.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** @returns runs of three to eight pieces between single spaces: all digits, at least seven, or all single letters */
function spacedGroupsIn(given: string): Piece[][] {
  const runs: (Piece & { readonly kind: string; readonly isLast: boolean })[][] = [];
  for (const match of given.matchAll(/\S+/gu)) {
    const [, brackets = '', text = '', rest = ''] = /^(\(*)(\p{N}+|\p{L})([.,;:!?)]*)$/u.exec(match[0]) ?? [];
    const start = match.index + brackets.length;
    const piece = {
      text,
      start,
      end: start + text.length,
      kind: text === '' ? '' : isNumber(text) ? 'digits' : 'letter',
      isLast: rest !== '',
    };
    const last = runs.at(-1)?.at(-1);
    const isNext =
      last !== undefined &&
      !last.isLast &&
      piece.kind !== '' &&
      last.kind === piece.kind &&
      brackets === '' &&
      given.slice(last.end, start) === ' ';
    if (isNext) runs.at(-1)!.push(piece);
    else runs.push([piece]);
  }
  return runs.filter((run) => {
    const digits = run.reduce((sum, { text }) => sum + text.length, 0);
    return run.length >= 3 && run.length <= 8 && (run[0]!.kind === 'letter' || digits >= 7);
  });
}

/** @returns the parts `[from, to)` of a group as one text; an ampersand stays */
function join(given: string, group: readonly Piece[], from: number, to: number): string {
  let text = '';
  for (let part = from; part < to; part += 1) {
    if (part > from && given.slice(group[part - 1]!.end, group[part]!.start) === '&') text += '&';
    text += group[part]!.text;
  }
  return text;
}

/** Whether a number with signs is one number: at least seven digits, or thousands. */
const isOneNumber = (group: readonly Piece[]): boolean =>
  group.reduce((sum, { text }) => sum + text.length, 0) >= 7 ||
  (group[0]!.text.length <= 3 && group.slice(1).every(({ text }) => text.length === 3));

export function joinedIn(given: string, language: Language | undefined): readonly JoinedWord[] {
  const text = plainText(given);
  const found: JoinedWord[] = [];
  const add = (group: readonly Piece[], from: number, to: number, spelling: string, hasSign: boolean): void => {
    const words = wordsIn(spelling, language);
    const word = hasSign ? fold(spelling) : words[0];
    if (hasSign && /['’ʼʻʾʿ]/.test(spelling)) return;
    if (word === undefined || word.length > 64 || /^[\u1100-\uffff]/.test(word) || (!hasSign && words.length > 1))
      return;
    const parts = group.slice(from, to).flatMap((part) => wordsIn(part.text, language));
    const { end } = group[to - 1]!;
    const place = wordsIn(text.slice(0, end), language).length;
    if (found.some((other) => other.text === word && other.end === place)) return;
    const start = wordsIn(text.slice(0, group[from]!.end), language).length - 1;
    found.push({ text: word, parts, start, end: place, hasSign });
  };
  for (const group of groupsIn(text, language !== undefined)) {
    const count = group.length;
    const isAllDigits = group.every((piece) => isNumber(piece.text));
    const first = group[0]!;
    const hasDot = text[first.start - 1] === '.' && text[first.start - 2] !== '.' && /^\p{L}/u.test(first.text);
    if (hasDot && count <= 8) add(group, 0, 1, `.${first.text}`, true);
    if (count > 1 && count <= 8 && (!isAllDigits || isOneNumber(group))) {
      const hasPairs = count > 2 && !isAllDigits && group.some((piece) => piece.text.length > 1);
      for (let part = 0; hasPairs && part + 1 < count; part += 1) {
        const spelling = join(text, group, part, part + 2);
        add(group, part, part + 2, spelling, spelling.includes('&'));
      }
      const whole = join(text, group, 0, count);
      add(group, 0, count, whole, whole.includes('&'));
    }
    const sign = /^(?:\+\+(?=\p{N})|(?:\+\+|[+#*♯])(?![\p{L}\p{N}\p{M}+#*♯]))/u.exec(
      text.slice(group[count - 1]!.end),
    )?.[0];
    if (sign !== undefined) add(group, count - 1, count, group[count - 1]!.text + sign.replace('♯', '#'), true);
  }
  for (const group of spacedGroupsIn(text)) add(group, 0, group.length, join(text, group, 0, group.length), false);
  return found.sort((a, b) => a.end - b.end);
}

/** Lower case without accents and apostrophes, its signs kept. */
function fold(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}\p{M}'’]+/gu, (letters) => wordsIn(letters, 'en').join('') || letters);
}
