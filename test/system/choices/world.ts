/**
 * A world of some thirty items a type that has everything: all field types, relationships to one, to many, to itself, in
 * cycles and to several types, locales, a search with phrases, synonyms and typing mistakes, places, lists, and what is similar.
 *
 * Values are few and skewed, so that they tie; built with thresholds so low that each structure is there.
 */

import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { Random } from '../../../data/generate/random.js';
import {
  type ChoiceOverrides,
  type SetThresholds,
  type WayOf,
  withChoicesAsync,
} from '../../../src/content/choices/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { writeFiles } from '../../../testing/samples/export.js';

/** Requests that come to choices which few drawn ones come to, in any of these worlds. */
export const RARE: readonly string[] = [
  '/work?filter[kind][_eq]=painting&filter[shown][_eq]=true&_facet[kind]=5&_facet[kind][own]=ignored',
  '/work?filter[year][_gt]=1902&_facet[serial]=3',
  '/work?filter[shown][_eq]=true&_facet[serial]=2&_facet[serial][sort]=value',
  '/work?filter[shown][_eq]=true&_stats=title,made',
  '/work?filter[serial][_in]=3,9,12&include=maker,related.about,about&_facet[kind]=3',
  '/_suggest?q=riv',
  '/_suggest?q=river',
  '/_suggest?q=paintin',
  '/work?filter[tags][_exists]=true&sort=place.distance(1,2)&page[limit]=5',
  '/work?filter[kind][_exists]=true&sort=kind,shown,-year&page[skip]=7',
  '/work?filter[title][_contains]=r&page[limit]=3',
  '/work?filter[_locale][_in]=de,fr&filter[year][_gt]=1902&_facet[_locale]=5',
  '/work?filter[serial][_lt]=6&_facet[_locale]=5',
  '/work?filter[code][_contains]=r-1/b',
  '/work?filter[body][_contains]=stones%20river',
  '/work?filter[_OR][0][title][_endsWith]=s&filter[_OR][1][title][_endsWith]=r&filter[_OR][2][kind][_in]=print,relief&filter[_OR][3][tags][_eq]=sea',
  '/work?filter[_search]=river%20bird&page[limit]=4',
  '/work?filter[maker][born][_lt]=1858&sort=maker.name',
  '/maker?_facet[name]=5&_facet[name][prefix]=s',
  // Few listed items that are tested against a group.
  '/work?filter[serial][_in]=3,9,12&filter[_OR][0][kind][_eq]=painting&filter[_OR][1][year][_lt]=1910',
  '/work?filter[serial][_lt]=30&filter[_NOT][0][kind][_eq]=print&filter[_NOT][0][shown][_eq]=true&sort=year',
  '/work?filter[_search]=river&filter[_OR][0][kind][_eq]=painting&filter[_OR][1][year][_lt]=1910',
  '/maker/maker-1/works?filter[_OR][0][kind][_eq]=painting&filter[_OR][1][year][_lt]=1910',
  // Sets that are made while the page is looked for, and read when facets are counted.
  '/maker?filter[knows][id][_in]=maker-19,maker-1,maker-9&sort=home.distance(3.75,0.625)&_facet[knows.teacher]=100',
  '/work?filter[_OR][0][kind][_eq]=painting&filter[_OR][1][year][_lt]=1910&sort=place.distance(1,2)&_facet[maker]=9&_facet[topics.name]=9',
];

/** What is lowered, so that a world this small reaches every branch. */
export const LOW: SetThresholds = {
  'facet.unique': 4,
  'page.block': 4,
  'related.chunk': 3,
  'select.slack': 0,
  'counts.quantiles': 0,
  'runs.long': 2,
  'substring.bucket': 6,
  'search.beginnings': 12,
  'search.top': 64,
  'read.chunk': 700,
  'read.blocks': 1500,
  'sort.window': 64,
  'sort.run': 256,
  'substring.batch': 64,
  'substring.group': 4,
  'substring.part': 32,
  'substring.piece': 64,
  'substring.copy': 16,
  'words.batch': 64,
  'words.part': 64,
  'words.read': 16,
  'links.rendered': 64,
};

const WORDS =
  'river rivers run running stone stones bird birds light lighter green greener salt sea seaside winter summer old golden bridge bride bread brown crow crown'.split(
    ' ',
  );
const KINDS = ['painting', 'print', 'drawing', 'relief'];
const LANGUAGES = ['de', 'fr'];

const workCount = 90;
const makerCount = 33;
const topicCount = 12;

const text = (name: string, more: object = {}) => ({ name, type: 'text', ...more });
const relation = (name: string, to: string | readonly string[], many: boolean, more: object = {}) => ({
  name,
  type: 'relationship',
  to,
  many,
  ...more,
});

const MODEL = {
  space: 'world',
  locales: [{ code: 'en', default: true }, { code: 'de', fallback: 'en' }, { code: 'fr' }],
  contentTypes: [
    {
      name: 'work',
      similar: true,
      fields: [
        text('title', { search: { weight: 3 }, fold: true, localized: true }),
        text('code'),
        text('tags', { many: true }),
        { name: 'kind', type: 'select', options: KINDS, search: true },
        { name: 'forms', type: 'select', options: KINDS, many: true },
        { name: 'body', type: 'markdown', search: { phrases: true }, localized: true },
        { name: 'note', type: 'textMultiline' },
        { name: 'year', type: 'integer' },
        { name: 'serial', type: 'integer', unique: true },
        { name: 'price', type: 'decimal', precision: 2, localized: true },
        { name: 'exact', type: 'decimal', precision: 30 },
        { name: 'made', type: 'dateTime' },
        { name: 'day', type: 'dateTime', format: 'date' },
        { name: 'shown', type: 'boolean' },
        { name: 'place', type: 'location' },
        { name: 'cover', type: 'image' },
        { name: 'data', type: 'json' },
        relation('maker', 'maker', false, { inverse: { name: 'works', sort: '-year,title' } }),
        relation('makers', 'maker', true, { localized: true }),
        relation('topic', 'topic', false),
        relation('parent', 'work', false),
        relation('related', 'work', true, { page: { limit: 2 } }),
        relation('about', ['maker', 'topic', 'work'], true, { inverse: { name: 'mentions', sort: 'price' } }),
      ],
    },
    {
      name: 'maker',
      fields: [
        text('name', { search: true, fold: 'accents' }),
        { name: 'born', type: 'integer' },
        { name: 'home', type: 'location' },
        { name: 'active', type: 'boolean' },
        relation('teacher', 'maker', false),
        relation('knows', 'maker', true),
        relation('topic', 'topic', false),
      ],
    },
    {
      name: 'topic',
      fields: [text('name', { search: true }), { name: 'weight', type: 'integer' }, relation('within', 'topic', false)],
    },
  ],
};

type Json = Record<string, unknown>;

class Writer {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed, 'world');
  }

  /** Early ones more often than late ones. */
  #skewed<T>(list: readonly T[]): T {
    return list[Math.min(this.#random.below(list.length), this.#random.below(list.length))]!;
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#skewed(WORDS)).join(' ');
  }

  #id(type: string, count: number): string {
    return `${type}-${Math.min(this.#random.below(count), this.#random.below(count))}`;
  }

  #ids(type: string, count: number, most: number): readonly string[] {
    return [...new Set(Array.from({ length: this.#random.below(most + 1) }, () => this.#id(type, count)))];
  }

  #place(): object {
    const cell = (): number => this.#random.pick([0, 0, 0, 10, -45]) + this.#random.below(40) / 8;
    return { latitude: cell(), longitude: Math.min(180, cell() + this.#random.pick([0, 0, 170])) };
  }

  /** A value of its own in some locales. */
  #localized(value: () => unknown): Json {
    const others = LANGUAGES.filter(() => this.#random.chance(0.4)).map((code) => [code, value()] as const);
    return { en: value(), ...Object.fromEntries(others) };
  }

  /** Each member with its chance of being there. */
  #some(id: string, members: Readonly<Record<string, readonly [chance: number, make: () => unknown]>>): Json {
    const item: Json = { id };
    for (const [name, [chance, make]] of Object.entries(members)) if (this.#random.chance(chance)) item[name] = make();
    return item;
  }

  work(number: number): Json {
    const random = this.#random;
    const date = (): string => `20${10 + random.below(4)}-0${1 + random.below(3)}-1${random.below(3)}`;
    return this.#some(`work-${number}`, {
      title: [0.95, () => this.#localized(() => this.#words(1 + random.below(3)))],
      code: [0.9, () => `${this.#skewed(WORDS)}-${number % 7}/${this.#skewed(WORDS)}-${random.below(50)}`],
      tags: [0.7, () => [...new Set(Array.from({ length: 1 + random.below(3) }, () => this.#skewed(WORDS)))]],
      kind: [0.9, () => this.#skewed(KINDS)],
      forms: [0.6, () => KINDS.filter(() => random.chance(0.4))],
      body: [0.8, () => this.#localized(() => `${this.#words(4 + random.below(12))}.`)],
      note: [0.5, () => `${this.#words(2)}\n"${this.#words(1)}" \\ é`],
      year: [0.9, () => 1900 + (Math.floor(30 / random.unit()) % 25)],
      serial: [1, () => number * 3],
      price: [0.8, () => this.#localized(() => `${random.below(9)}.${random.pick(['00', '50', '99'])}`)],
      exact: [0.4, () => `${random.below(3)}.${'0'.repeat(random.below(20))}1`],
      made: [0.8, () => `${date()}T0${random.below(9)}:00:00Z`],
      day: [0.8, date],
      shown: [0.9, () => random.chance(0.8)],
      place: [0.8, () => this.#place()],
      cover: [0.3, () => ({ url: `/${number}.png`, width: 3 })],
      data: [0.3, () => ({ number, words: this.#words(2) })],
      maker: [0.85, () => this.#id('maker', makerCount)],
      makers: [0.8, () => this.#localized(() => this.#ids('maker', makerCount, 4))],
      topic: [0.9, () => this.#id('topic', topicCount)],
      parent: [0.6, () => this.#id('work', workCount)],
      related: [0.7, () => this.#ids('work', workCount, 5)],
      about: [0.7, () => this.#about()],
    });
  }

  #about(): readonly object[] {
    const all = { maker: makerCount, topic: topicCount, work: workCount };
    return Object.entries(all).flatMap(([type, count]) => this.#ids(type, count, 2).map((id) => ({ type, id })));
  }

  maker(number: number): Json {
    return this.#some(`maker-${number}`, {
      name: [0.95, () => `${this.#words(1)} ${this.#words(1)}`],
      born: [0.9, () => 1850 + this.#random.below(12)],
      home: [0.7, () => this.#place()],
      active: [0.8, () => this.#random.chance(0.3)],
      teacher: [0.6, () => this.#id('maker', makerCount)],
      knows: [0.7, () => this.#ids('maker', makerCount, 6)],
      topic: [0.7, () => this.#id('topic', topicCount)],
    });
  }

  topic(number: number): Json {
    return this.#some(`topic-${number}`, {
      name: [1, () => `${this.#skewed(WORDS)} ${number}`],
      weight: [0.8, () => this.#random.below(4)],
      within: [0.7, () => this.#id('topic', topicCount)],
    });
  }
}

/** @param works how many there are of the largest type. @returns the files of an export: the same for the same seed */
export function worldFiles(seed: number, works = workCount): Readonly<Record<string, unknown>> {
  const writer = new Writer(seed);
  const items = (count: number, make: (number: number) => Json): Json[] =>
    Array.from({ length: count }, (_, i) => make(i));
  return {
    'model.json': MODEL,
    'work.ndjson': items(works, (number) => writer.work(number)),
    'maker.ndjson': items(makerCount, (number) => writer.maker(number)),
    'topic.ndjson': items(topicCount, (number) => writer.topic(number)),
  };
}

/**
 * Opens the current snapshot of a folder, which is too small for a memory of its own.
 *
 * @param way whether it is given one
 */
export const openIn = (
  way: WayOf<'memory.file'>,
  snapshots: string,
  told: ChoiceOverrides['onChoice'],
): Promise<Space> =>
  withChoicesAsync({ ways: { 'memory.file': way }, ...(told && { onChoice: told }) }, () =>
    openCurrent(diskFiles, snapshots),
  );

/** @param folder an empty one. @returns the folder of a snapshot of the world, with all structures that large content has */
export async function buildWorld(seed: number, folder: string): Promise<string> {
  const source = writeFiles(join(folder, 'export'), worldFiles(seed));
  const choices = { quantiles: 8, quantilesFrom: 0, firstItems: 20, firstItemsAbove: 20, substringSets: 3 };
  await withChoicesAsync({ thresholds: LOW }, () =>
    buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: false, choices }),
  );
  return join(folder, 'snapshots');
}
