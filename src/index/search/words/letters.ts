/**
 * Letters as the word reader sees them: folded to a base form, without invisible characters and apostrophes, and with runs of
 * Chinese, Japanese and Korean characters apart.
 *
 * Elsewhere: cutting texts into words (word-reader).
 */
const notAscii = /\P{ASCII}/u;
const diacritics = /[\u0300-\u036f]/g;

/** Letters that Unicode does not decompose → their usual substitutes on keyboards. */
const substitutes: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);
const otherLetters = new RegExp(`[${[...substitutes.keys()].join('')}]`, 'g');

/** @returns the text in lower case, without compatibility forms and diacritics; Korean syllables stay composed */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!notAscii.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(diacritics, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(otherLetters, (letter) => substitutes.get(letter) ?? letter);
}

/** Pattern of invisible characters: soft hyphens, joiners, direction and byte order marks, variation selectors, and keycaps. */
export const UNSEEN = '\\p{Default_Ignorable_Code_Point}\\u20E3';
const unseenPattern = new RegExp(`[${UNSEEN}]`, 'gu');

/** @returns the text without invisible characters, which few texts have */
export const visible = (text: string): string => (notAscii.test(text) ? text.replace(unseenPattern, '') : text);

/** Apostrophes that Unicode counts as letters, and the two half rings that replace Arabic letters; as a pattern. */
export const LETTER_APOSTROPHES = 'ʼʻʾʿ';
const loneApostrophes = new RegExp(`[${LETTER_APOSTROPHES}]`, 'gu');
const possessive = /(?<=\p{L})['’ʼʻʾʿ]s(?![\p{L}\p{N}])/gu;
const apostrophes = /(?<=\p{L})['’ʼʻʾʿ](?=\p{L})/gu;

/** @param elided replaces an apostrophe between two letters */
export const replaceApostrophes = (text: string, elided: string): string =>
  text.replace(possessive, '').replace(apostrophes, elided).replace(loneApostrophes, ' ');

/** A character of Chinese, Japanese or Korean, as a pattern. */
export const CJK_CHARACTER = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}]';
const cjkRuns = new RegExp(`${CJK_CHARACTER}+`, 'gu');
const cjkFirst = new RegExp(`^${CJK_CHARACTER}`, 'u');
/** A lower bound of their codes at the start of a word: the middle dot is no letter, and two marks are folded away. */
const cjkLowest = 0x1100;

/** Whether a word is a run of Chinese, Japanese or Korean characters; no word mixes them with other letters. */
export const isCjk = (word: string): boolean => word.charCodeAt(0) >= cjkLowest && cjkFirst.test(word);

/** Separates runs of Chinese, Japanese or Korean from their neighbours; runs are split into pairs later. */
export const separateRuns = (text: string): string => text.replace(cjkRuns, ' $& ');

/** @returns the pairs of neighbouring characters; none for a single character */
export function splitPairs(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
