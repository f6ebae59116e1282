/**
 * Cuts texts into words for the naive search, character by character as docs/ask/search.md says, without the engine's code.
 */
import type { Language } from '../../../src/content/model/index.js';

/** Letters that no accent is taken from, as they are typed without them. */
const TYPED: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l' };

/** One character, whatever its case, width and accents: of `É` and of `e` the same. */
function plainCharacter(character: string): string {
  const bare = [...character.normalize('NFKD')].filter((part) => part < '\u0300' || part > '\u036f').join('');
  const lower = bare.normalize('NFC').toLowerCase();
  return TYPED[lower] ?? lower;
}

export const isEastAsian = (character: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]$/u.test(character);

/** Soft hyphens, joiners, marks of direction and byte order, tags, and marks that choose how a character is drawn. */
const UNSEEN: readonly (readonly [first: number, last: number])[] = [
  ...[0xad, 0x34f, 0x61c, 0x20e3, 0xfeff].map((one) => [one, one] as const),
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xe0000, 0xe0fff],
];

const isUnseen = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return UNSEEN.some(([first, last]) => code >= first && code <= last);
};

/** @returns the text without invisible characters */
export const plainText = (text: string): string => [...text].filter((character) => !isUnseen(character)).join('');

/** The words of a text in order, a run of Chinese, Japanese or Korean as one; a word twice in a row is there once. */
export function wordsIn(text: string, language: Language | undefined): readonly string[] {
  const words: string[] = [];
  let word = '';
  const end = (): void => {
    if (word !== '' && word.length <= 64 && word !== words.at(-1)) words.push(word);
    word = '';
  };
  const characters = [...plainText(text)];
  let dropped = -1;
  for (const [place, character] of characters.entries()) {
    if (place === dropped) continue;
    const after = characters.slice(place + 1);
    const isApostrophe = /['’ʼʻʾʿ]/.test(character);
    const isInside = !isApostrophe && /[\p{L}\p{N}\p{M}]/u.test(character);
    if (isApostrophe && /[\p{L}\p{M}]/u.test(characters[place - 1] ?? '')) {
      // The s of a possessive is dropped; otherwise it would be a word or a letter of its own.
      if (after[0] === 's' && !/[\p{L}\p{N}]/u.test(after[1] ?? '')) {
        dropped = place + 1;
        end();
      } else if (language === undefined || !/\p{L}/u.test(after[0] ?? '')) end();
    } else if (!isInside) end();
    else {
      const last = [...word].at(-1);
      if (last !== undefined && isEastAsian(last) !== isEastAsian(character)) end();
      word += plainCharacter(character);
    }
  }
  end();
  return words;
}
