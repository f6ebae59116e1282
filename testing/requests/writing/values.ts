/**
 * Values for a fuzzer: correct ones of every type, and ones that parsers often handle wrongly.
 */
import type { Random } from '../../../data/generate/random.js';
import type { FieldType } from '../../../src/content/model/index.js';

/** Names that every object has, and names that other interfaces use. */
export const NAMES_OF_OBJECTS =
  `__proto__ constructor prototype toString readValue hasOwnProperty __defineGetter__ isPrototypeOf then
length`.split(/\s/);

/** Escapes: some that no decoder may accept as text, and some that look like syntax. */
export const BAD_ESCAPES =
  `% %2 %zz %u0041 %FF %C0%80 %C0%AF %E0%80%AF %ED%A0%80 %ED%B0%80 %F4%90%80%80 %F8%88%80%80%80 %E2%82 %80
%00 %0D%0A %25%35%42 %EF%BB%BF %F0%9F%98%80 %E2%80%AE %CC%81`.split(/\s/);

const INSTANTS = [
  '0000-01-01|0000-01-01T00:00:00.000+2359|0000-02-29|9999-12-31T23:59:59.999Z|9999-12-31T23:59:59.999-0001',
  '10000-01-01|-000001-01-01T00:00:00Z|1900-02-29|2024-02-30|2024-13-01|2024-00-10|2024-01-01T24:00',
  '2024-06-30T23:59:60Z|2024-01-01T10:00:00.1234Z|2024-01-01T10:00 0200|2024-01-01T10:00+02:00',
  '2024-01-01T10:00:00,5|20240101T100000Z|2024-1-1|2024-01-01T10|２０２４-01-01',
].flatMap((texts) => texts.split('|'));

const NUMBERS = `-0 --1 +1 .5 5. 1e400 1E5 0x10 Infinity NaN 1_000 1,5 ٣ 9007199254740993 -9223372036854775809
18446744073709551616 0.1000000000000000055511151231257827 00000000000000000000001`.split(/\s/);

const WORDS = ['true', 'false', 'TRUE', 'null', 'undefined', '1', '0', '', ' ', 'true ', '\u0000', '[]', '{}'] as const;

const LETTERS = `a|e|é|e\u0301|Ω|日|ع|😀|\ufeff|\u202e|'|"|\\|*|%| |A`.split('|');

const digits = (random: Random, length: number): string => {
  let text = String(1 + random.below(9));
  // Doubling: ten thousand digits need no ten thousand draws.
  while (text.length < length) text += `${random.next()}${text}`.slice(0, length - text.length);
  return text;
};

/** A length that is mostly small, and sometimes at or beyond a limit. */
export const someLength = (random: Random): number =>
  random.chance(0.9) ? random.below(12) : random.pick([63, 64, 65, 80, 81, 255, 256, 999, 1000, 1001, 4000, 10_000]);

export function someText(random: Random): string {
  const length = someLength(random);
  // Escaped, a character may take twelve times its place; beyond 16 KB nothing reaches the parser.
  if (length > 300) return random.chance(0.5) ? 'a'.repeat(length) : random.pick(LETTERS).repeat(length >> 3);
  let text = '';
  for (let i = 0; i < length; i += 1) text += random.pick(LETTERS);
  return text;
}

function someNumber(random: Random, fractional: boolean, right: boolean): string {
  if (!right && random.chance(0.3)) return random.pick(NUMBERS);
  const sign = random.pick(['', '', '-']);
  const whole = digits(random, 1 + Math.min(someLength(random), right ? 400 : 10_000));
  return fractional && random.chance(0.4)
    ? `${sign}${whole}.${digits(random, 1 + Math.min(someLength(random), right ? 400 : 10_000))}`
    : `${sign}${whole}`;
}

const RIGHT_INSTANTS = '2024-02-29 0000-01-01 9999-12-31T23:59:59.999Z 2024-01-01T10:00 2020-06-15T12:30:00+0200'.split(
  ' ',
);

function someInstant(random: Random, right: boolean): string {
  if (right) return random.pick(RIGHT_INSTANTS);
  if (random.chance(0.4)) return random.pick(INSTANTS);
  const two = (bound: number): string => String(random.below(bound)).padStart(2, '0');
  const day = `${random.pick(['2024', '0001', '9998', '1970'])}-${two(13)}-${two(32)}`;
  return random.chance(0.5)
    ? day
    : `${day}T${two(25)}:${two(61)}${random.pick(['', 'Z', ':30', ':30.5Z', '+0530', '+14:00'])}`;
}

/** A value for a field of this type, decoded. @param right whether its form must be the right one */
export function someValue(random: Random, type: FieldType, ids: readonly string[], right: boolean): string {
  if (!right && random.chance(0.15)) return random.pick([...WORDS, ...NUMBERS, ...INSTANTS, ...NAMES_OF_OBJECTS]);
  switch (type) {
    case 'boolean':
      return right ? random.pick(['true', 'false']) : random.pick(['true', 'false', '1', 'True', ' true']);
    case 'integer':
    case 'decimal':
      return someNumber(random, type === 'decimal' || !right, right);
    case 'dateTime':
      return someInstant(random, right);
    case 'relationship':
      return ids.length > 0 && random.chance(0.8) ? random.pick(ids) : `x${someText(random)}`;
    case 'file':
    case 'image':
    case 'json':
    case 'location':
    case 'markdown':
    case 'select':
    case 'text':
    case 'textMultiline':
      return someText(random);
  }
}
