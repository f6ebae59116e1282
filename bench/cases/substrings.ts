/**
 * Query classes with a part of a text: short and long patterns, short and long texts, with and without matches.
 *
 *     npm run bench:engine -- --only substring
 */
import type { Random } from '../../data/generate/random.js';
import type { Sample } from '../harness/input/sample.js';
import { list, type QueryClass, someSkip, where } from './query-class.js';

const TEXTS = [
  { text: 'title', type: 'article', field: 'title' },
  { text: 'summary', type: 'article', field: 'summary' },
  { text: 'Markdown', type: 'document', field: 'body' },
] as const;

type TextField = (typeof TEXTS)[number];

const LENGTHS = [1, 2, 3, 8, 20] as const;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CAPITALS = LETTERS.toUpperCase();
/** First of the CJK ideographs, none of which the generator writes. */
const firstIdeograph = 0x4e00;

/** @returns a part of a random text, so that frequent parts are drawn often; @param length in code points */
function piece(sample: Sample, random: Random, { type, field }: TextField, length: number): string {
  // The generator writes no text as short as the longest pattern.
  const points = [...sample.text(type, field, random)];
  const start = random.below(Math.max(0, points.length - length) + 1);
  return points.slice(start, start + length).join('');
}

/** @returns a pattern that does not occur, although its parts do; patterns that occur are skipped */
function absent(sample: Sample, random: Random, field: TextField, length: number): string {
  if (length === 1) return String.fromCodePoint(firstIdeograph + random.below(5000));
  if (length === 2) return random.pick([...LETTERS, ...CAPITALS]) + random.pick([...CAPITALS, ...LETTERS]);
  if (length === 3) return Array.from({ length }, () => random.pick([...LETTERS])).join('');
  const half = Math.floor(length / 2);
  return piece(sample, random, field, half) + piece(sample, random, field, length - half);
}

export const PREFIX_AND_SUFFIX: readonly QueryClass[] = [
  {
    name: 'prefix',
    group: 'text',
    answers: 'something',
    url: (sample, random) => {
      const title = sample.text('article', 'title', random);
      return list('article', where('title', '_startsWith', [...title].slice(0, 2 + random.below(8)).join('')));
    },
  },
  {
    name: 'suffix',
    group: 'text',
    answers: 'something',
    url: (sample, random) => {
      const title = sample.text('article', 'title', random);
      return list('article', where('title', '_endsWith', [...title].slice(-2 - random.below(8)).join('')));
    },
  },
];

export const SUBSTRINGS: readonly QueryClass[] = TEXTS.flatMap((text) =>
  LENGTHS.flatMap((length): QueryClass[] => {
    const name = `substring of ${length} in ${text.text}`;
    const ask = (pattern: string, ...more: readonly string[]): string =>
      list(text.type, where(text.field, '_contains', pattern), ...more);
    return [
      {
        name: `${name}, frequent`,
        group: 'text',
        answers: 'something',
        url: (sample, random) =>
          // There are too few single characters, so other pages are requested too.
          ask(piece(sample, random, text, length), ...(length === 1 ? [someSkip(random)] : [])),
      },
      {
        name: `${name}, absent`,
        group: 'text',
        answers: 'nothing',
        url: (sample, random) => ask(absent(sample, random, text, length)),
      },
    ];
  }),
);
