/**
 * The meaning of raw values: numbers as exact fractions, instants as milliseconds, text as UTF-8, and their form in
 * documents (contract §§2 and 6).
 */
import type { AttributeField, Field } from '../../../src/content/model/index.js';
import { isImage, type OracleImage, OracleJson, OracleList, type OracleValue } from './dataset.js';

/** Exactly `digits / 10^scale`. */
export interface ExactNumber {
  readonly digits: bigint;
  readonly scale: number;
}

const numberPattern = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Reads a number as the export or a filter writes it. @throws if the text is no number */
export function exactNumber(text: string): ExactNumber {
  const match = numberPattern.exec(text);
  if (match === null) throw new Error(`"${text}" is no number of the form -?digits[.digits]`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** @returns negative, 0 or positive as a is below, equal to or above b, by cross-multiplication */
export function compareNumbers(a: ExactNumber, b: ExactNumber): number {
  const left = a.digits * 10n ** BigInt(b.scale);
  const right = b.digits * 10n ** BigInt(a.scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Code points whose folding differs from the lower case of their upper case: ẞ, dotless ı, and the Cherokee script. */
function foldedCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (character === 'ẞ') return 'ss';
  if (character === 'ı') return character;
  // Cherokee folds to its older letters, which are the upper case ones.
  if ((point >= 0x13a0 && point <= 0x13fd) || (point >= 0xab70 && point <= 0xabbf)) return character.toUpperCase();
  return [...character.toUpperCase()].map((upper) => upper.toLowerCase()).join('');
}

/** Unicode's full case folding, from the case mappings that the runtime knows. */
export const foldedText = (text: string): string => [...text].map(foldedCharacter).join('');

/** Letters that Unicode does not decompose. */
const SPELLED: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }),
);
const collator = new Intl.Collator('und', { sensitivity: 'base' });
const foldedCharacters = new Map<string, string>();

/** A mark that Unicode's collation compares as a difference of the letter before it, and not as a letter. */
const isDropped = (character: string): boolean =>
  /^\p{M}$/u.test(character) && collator.compare(`a${character}`, 'a') === 0;

function withoutMarks(character: string): string {
  let text = character;
  for (;;) {
    const decomposed = [...foldedText(text).normalize('NFD')].filter((one) => !isDropped(one));
    const next = decomposed.map((one) => SPELLED.get(one) ?? one).join('');
    if (next === text) return text;
    text = next;
  }
}

/** Full case folding, canonical decomposition, removal of marks, and the letters that are spelled out. */
export function accentFoldedText(text: string): string {
  let folded = '';
  for (const character of text) {
    const known = foldedCharacters.get(character) ?? withoutMarks(character);
    foldedCharacters.set(character, known);
    folded += known;
  }
  return folded === '' ? foldedText(text) : folded;
}

/** @returns the fold of the field */
export const foldFor = (field: Field): ((text: string) => string) =>
  'fold' in field && field.fold === 'accents' ? accentFoldedText : foldedText;

/** Byte order of the UTF-8 forms, which is code point order. */
export const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/;

/** @returns milliseconds since 1970 UTC. @throws if the text is no date or date-time of the contract */
export function instantMs(text: string): number {
  const match = instantPattern.exec(text);
  if (match === null) throw new Error(`"${text}" is no date or time of the form YYYY-MM-DD[Thh:mm[:ss[.sss]][offset]]`);
  const part = (index: number): number => Number(match[index] ?? '0');
  // A Date made from the epoch keeps the years 0 to 99 as they are; Date.UTC would move them to 1900.
  const date = new Date(0);
  date.setUTCFullYear(part(1), part(2) - 1, part(3));
  date.setUTCHours(part(4), part(5), part(6), Number((match[7] ?? '').padEnd(3, '0')));
  const offsetMinutes = (part(10) * 60 + part(11)) * (match[9] === '-' ? -1 : 1);
  return date.getTime() - offsetMinutes * 60_000;
}

/** The members of an image that are delivered, in their order. */
const IMAGE_MEMBERS = ['url', 'width', 'height', 'altText', 'format', 'mimeType', 'fileName', 'fileSize'] as const;

const FILE_MEMBERS = ['url', 'fileName', 'mimeType', 'fileSize'] as const;

const shownAsset = (image: OracleImage, members: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(members.map((name) => [name, image[name]]).filter(([, value]) => value != null));

/** @returns the number with exactly `precision` digits after the point. The value never has more. */
function fixed(value: ExactNumber, precision: number): string {
  const units = (value.digits * 10n ** BigInt(precision)) / 10n ** BigInt(value.scale);
  const digits = (units < 0n ? -units : units).toString().padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  const fraction = precision === 0 ? '' : `.${digits.slice(digits.length - precision)}`;
  return `${units < 0n ? '-' : ''}${whole}${fraction}`;
}

/** @returns the value as `attributes` shows it; null if it is unpopulated. An empty text stays `""`. */
export function shownValue(field: AttributeField, value: OracleValue | undefined): unknown {
  if (value === undefined) return null;
  if (value instanceof OracleList) {
    return value.values.map((each) => (isImage(each) ? shownAsset(each, IMAGE_MEMBERS) : each));
  }
  switch (field.type) {
    case 'decimal':
      return fixed(exactNumber(String(value)), field.precision);
    case 'dateTime':
      return new Date(instantMs(String(value))).toISOString().slice(0, field.format === 'date' ? 10 : undefined);
    case 'image':
      return isImage(value) ? shownAsset(value, IMAGE_MEMBERS) : null;
    case 'file':
      return isImage(value) ? shownAsset(value, FILE_MEMBERS) : null;
    case 'location':
      return isImage(value)
        ? { latitude: Number(value['latitude']) + 0, longitude: Number(value['longitude']) + 0 }
        : null;
    case 'json':
      return value instanceof OracleJson ? value.value : null;
    case 'integer':
      // Minus zero is zero.
      return Number(value) + 0;
    case 'boolean':
    case 'markdown':
    case 'select':
    case 'text':
    case 'textMultiline':
      return value;
    default:
      return field satisfies never;
  }
}
