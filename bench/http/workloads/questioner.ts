/**
 * Draws new requests for the cold workload, with length and checksum of the answer from the engine in this process.
 *
 * A quarter each: equality with sort, two ranges, prefix or substring with range, and an item with an include. Lists
 * have 4 to 9 items, so that answers have about 6 KB. Values are drawn from the content, so frequent values are
 * frequent.
 */
import { crc32 } from 'node:zlib';
import type { Random } from '../../../data/generate/random.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer } from '../../../src/jsonapi/index.js';
import { asCents, asInstant, asInteger, list, range, where } from '../../cases/query-class.js';
import { parseUrl } from '../../harness/contestant.js';
import { BASE } from '../../harness/input/render.js';
import type { Sample } from '../../harness/input/sample.js';
import { totalOf } from '../../harness/timing/compare.js';

/** A URL below the delivery root, and its document. */
export interface Known {
  readonly url: string;
  readonly byteLength: number;
  readonly checksum: number;
}

/** One way of asking. */
interface Shape {
  readonly kind: string;
  readonly draw: (sample: Sample, random: Random) => string;
}

/** A shape is used up after this number of draws without a new query. */
const attemptsMaximum = 1000;

export class Questioner {
  readonly #space: Space;
  readonly #sample: Sample;
  readonly #random: Random;
  readonly #drawn = new Set<string>();

  constructor(space: Space, sample: Sample, random: Random) {
    this.#space = space;
    this.#sample = sample;
    this.#random = random;
  }

  /** @returns the document, by the engine of this process. @throws RequestError if the URL is wrong */
  document(url: string): Buffer {
    return answer(this.#space, parseUrl(this.#space.model, url).request, BASE);
  }

  /**
   * Empty lists are passed over. Cost: the engine's for each.
   *
   * @param shapes each as often as the others, in turn
   * @returns      at most `count` queries; fewer if a shape is used up
   */
  draw(shapes: readonly Shape[], count: number): Known[] {
    const known: Known[] = [];
    while (known.length < count) {
      const next = this.#next(shapes[known.length % shapes.length]!);
      if (next === undefined) break;
      known.push(next);
    }
    return known;
  }

  #next({ draw }: Shape): Known | undefined {
    for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
      const url = draw(this.#sample, this.#random);
      if (this.#drawn.has(url)) continue;
      this.#drawn.add(url);
      const document = this.document(url);
      // A page behind the end has no data though there is a total.
      if (totalOf(document) > 0 && !document.includes('"data":[],"meta":{"total":')) {
        return { url, byteLength: document.byteLength, checksum: crc32(document) };
      }
    }
    return undefined;
  }
}

type Kind = 'equality + sort' | 'range + range' | 'text + range' | 'item with include';

type Draw = (sample: Sample, random: Random) => string;

const pageLimit = (random: Random): string => `page[limit]=${4 + random.below(6)}`;

const SORTS = ['-published', 'published', '-price', 'price', '-views', 'views', 'title', '-stock'] as const;
/** How far a sorted list is read, in items. */
const skipMaximum = 100;

const PARTS = { least: 0.05, most: 0.4 } as const;
const FIELDS = [
  { field: 'views', written: asInteger },
  { field: 'price', written: asCents },
  { field: 'published', written: asInstant },
] as const;

const someRange = (sample: Sample, random: Random, place: number): string[] => {
  const { field, written } = FIELDS[place]!;
  return range(sample, random, field, written, PARTS);
};

const equality: Draw = (sample, random) =>
  list(
    'article',
    random.chance(0.5)
      ? where('genre', '_eq', random.pick(sample.shares('article', 'genre')).value)
      : `filter[author][id][_eq]=${sample.target('article', 'author', random)}`,
    `sort=${random.pick(SORTS)}`,
    `page[skip]=${random.below(skipMaximum)}`,
    pageLimit(random),
  );

const ranges: Draw = (sample, random) => {
  const first = random.below(FIELDS.length);
  const second = (first + 1 + random.below(FIELDS.length - 1)) % FIELDS.length;
  return list('article', ...someRange(sample, random, first), ...someRange(sample, random, second), pageLimit(random));
};

const text: Draw = (sample, random) => {
  const points = [...sample.text('article', 'title', random)];
  const length = 3 + random.below(5);
  const start = random.below(Math.max(1, points.length - length));
  const condition = random.chance(0.5)
    ? where('title', '_startsWith', points.slice(0, length).join(''))
    : where('title', '_contains', points.slice(start, start + length).join(''));
  return list('article', condition, ...someRange(sample, random, random.below(FIELDS.length)), pageLimit(random));
};

const INCLUDES = ['author', 'tags', 'author,tags', 'tags,author'] as const;

/** The generator numbers its items from 1. */
const someItem: Draw = (sample, random) => `/article/article-${1 + random.below(sample.items('article'))}`;

/** The generator links an item to eight tags at most, so these caps cut nothing; they make more URLs of few items. */
const someCap = (random: Random): string => `page[tags][limit]=${8 + random.below(13)}`;

const item: Draw = (sample, random) =>
  `${someItem(sample, random)}?include=${random.pick(INCLUDES)}${random.chance(0.5) ? '' : `&${someCap(random)}`}`;

export const COLD: readonly { readonly kind: Kind; readonly draw: Draw }[] = [
  { kind: 'equality + sort', draw: equality },
  { kind: 'range + range', draw: ranges },
  { kind: 'text + range', draw: text },
  { kind: 'item with include', draw: item },
];

/** Single items, half of them with includes. */
export const ITEMS: readonly { readonly kind: string; readonly draw: Draw }[] = [
  { kind: 'item', draw: someItem },
  { kind: 'item with include', draw: item },
];
