/**
 * The content of the facet benchmark: one export with fields of few, many and very many values, and links to many
 * items.
 *
 * Every item is in one of 1,000 buckets, so that a filter can select any share of the items exactly.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { cached } from '../harness/input/prepare.js';
import { CACHE_FOLDER } from '../harness/root.js';

export const BUCKETS = 1000;
export const MAKERS = 1000;
/** Words of titles; each is in about one item in a hundred. */
export const WORDS = 400;

export interface Item {
  readonly bucket: number;
  readonly kind: string;
  readonly place: string;
  readonly code: string;
  readonly cents: number;
  readonly sold: string;
  readonly title: string;
  readonly makers: readonly number[];
}

const numbered = (letter: string, number: number, digits: number): string =>
  `${letter}${String(number).padStart(digits, '0')}`;

export const word = (number: number): string => numbered('w', number, 4);

/** Small numbers are frequent, as most values of real content are few. */
export const skewed = (random: Random, below: number): number =>
  Math.min(below - 1, Math.floor(below * random.unit() ** 2));

const dayMs = 86_400_000;

function makeItem(random: Random): Item {
  const words = Array.from({ length: 4 }, () => word(skewed(random, WORDS)));
  const day = new Date(Date.UTC(2000, 0, 1) + dayMs * random.below(9000));
  const makers = new Set(Array.from({ length: random.below(4) }, () => skewed(random, MAKERS)));
  return {
    bucket: random.below(BUCKETS),
    kind: numbered('k', skewed(random, 8), 1),
    place: numbered('p', skewed(random, 1000), 4),
    code: numbered('c', skewed(random, 100_000), 6),
    cents: 99 + random.below(9900),
    sold: day.toISOString().slice(0, 10),
    title: words.join(' '),
    makers: [...makers],
  };
}

const MODEL = {
  space: 'facets',
  contentTypes: [
    {
      name: 'item',
      fields: [
        { name: 'bucket', type: 'integer' },
        { name: 'kind', type: 'select', options: Array.from({ length: 8 }, (_, kind) => numbered('k', kind, 1)) },
        { name: 'place', type: 'text' },
        { name: 'code', type: 'text' },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'sold', type: 'dateTime', format: 'date' },
        { name: 'title', type: 'text', search: true },
        { name: 'makers', type: 'relationship', to: 'maker', many: true },
        { name: 'house', type: 'relationship', to: 'maker', many: false },
      ],
    },
    {
      name: 'maker',
      fields: [
        { name: 'name', type: 'text', search: true },
        { name: 'land', type: 'text' },
      ],
    },
  ],
};

/** @returns one of 40 countries for a maker; the first country has the most makers */
export const landOf = (maker: number): string => numbered('l', Math.floor(40 * (maker / MAKERS) ** 2), 2);

export const makerId = (maker: number): string => numbered('m', maker, 4);

function toLine(item: Item, index: number): string {
  const { cents, makers, ...same } = item;
  const price = (cents / 100).toFixed(2);
  const [house] = makers.map(makerId);
  return `${JSON.stringify({ id: `i${index}`, ...same, price, makers: makers.map(makerId), house })}\n`;
}

/** Calls back with each item, the same for the same seed. */
export function eachItem(items: number, seed: number, found: (item: Item, index: number) => void): void {
  const random = new Random(seed, 'facets');
  for (let index = 0; index < items; index += 1) found(makeItem(random), index);
}

/** @returns the export's folder, created if it is missing */
export async function prepareExport(items: number, seed: number): Promise<string> {
  const folder = join(CACHE_FOLDER, `facets-houses-${items}-${seed}`);
  await cached(folder, (unfinished) => writeExport(unfinished, items, seed));
  return folder;
}

function writeExport(folder: string, items: number, seed: number): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'model.json'), JSON.stringify(MODEL));
  const makers = Array.from({ length: MAKERS }, (_, maker) =>
    JSON.stringify({ id: makerId(maker), name: makerId(maker), land: landOf(maker) }),
  );
  writeFileSync(join(folder, 'maker.ndjson'), makers.join('\n'));
  const file = openSync(join(folder, 'item.ndjson'), 'w');
  let waiting: string[] = [];
  eachItem(items, seed, (item, index) => {
    waiting.push(toLine(item, index));
    if (waiting.length < 10_000 && index + 1 < items) return;
    writeSync(file, waiting.join(''));
    waiting = [];
  });
  closeSync(file);
}
