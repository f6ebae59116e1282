/**
 * Texts and ids that are difficult to compare: several scripts, combining marks, and characters whose code point order
 * differs from their UTF-16 order. There are few of them, so that values collide.
 */
import fc from 'fast-check';

/** U+FF21 comes before U+1F600 by code point and after it by UTF-16 unit; careless decoders lose U+FEFF. */
const UNITS = ['a', 'b', 'A', 'z', 'é', 'e\u0301', 'Ω', 'ш', '日', '本', 'ع', '\uFF21', '😀', '𝒳', '\uFEFF'] as const;
/** Characters whose case folding is special: to another length, to a character without a mapping back, to itself, or only in context. */
const CASED = [
  'B',
  'É',
  'ω',
  'Ш',
  'ß',
  'ẞ',
  'ς',
  'Σ',
  'İ',
  'ı',
  'ſ',
  'ﬃ',
  'Ꭰ',
  'ꭰ',
  '𐐀',
  '𐐨',
  '\u0345',
  '\u212A',
] as const;
const MARKS = [' ', ',', '%', '&', '+', '=', '"', "'", '\\', '[', ']', '(', '*', '/', '#', '?', '-', '.'] as const;
const BREAKS = ['\n', '\t', '\u2028'] as const;

const fewUnits = fc.constantFrom('a', 'A', 'b', 'é', '😀');
const textUnits = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...UNITS) },
  { weight: 1, arbitrary: fc.constantFrom(...CASED) },
  { weight: 1, arbitrary: fc.constantFrom(...MARKS, ...BREAKS) },
);
const idUnits = fc.constantFrom(...UNITS.filter((unit) => unit !== '\uFEFF'), ...MARKS);

/** Mostly short texts that repeat; some of a sentence's length, some long enough to share long substrings. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 4, arbitrary: fc.string({ unit: fewUnits, minLength: 1, maxLength: 3 }) },
  { weight: 4, arbitrary: fc.string({ unit: textUnits, minLength: 1, maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ unit: textUnits, minLength: 1, maxLength: 8 }), fc.integer({ min: 2, max: 12 }))
      .map(([text, times]) => text.repeat(times)),
  },
);

/** Never `.` or `..`, which no address can hold. */
export const arbitraryId: fc.Arbitrary<string> = fc
  .oneof(fc.string({ unit: idUnits, minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 99 }).map(String))
  .filter((id) => id !== '.' && id !== '..');

/**
 * A piece of a text: whole characters, from any to any, at most 20 bytes of UTF-8.
 *
 * A combining mark may be parted from its letter: patterns are compared by code point, not by visible character.
 */
export const arbitraryPiece = (text: string): fc.Arbitrary<string> => {
  const characters = [...text];
  return fc.tuple(fc.nat({ max: characters.length }), fc.nat({ max: 20 })).map(([start, length]) => {
    let piece = '';
    for (const character of characters.slice(start, start + length)) {
      if (Buffer.byteLength(piece + character) > 20) break;
      piece += character;
    }
    return piece;
  });
};
