/**
 * A small export that has every field type and every structure: many names for substring trees, many words for the
 * search, three locales, and links in both directions.
 */
import { join } from 'node:path';
import type { BuildChoices } from '../../src/content/model/index.js';

/** Enough for nodes of substrings (257 values) and best items of a stem (257 items). */
const THINGS = 330;

/** Options of a build that store sets and first items for small types too. */
export const FORGED_CHOICES: BuildChoices = {
  quantiles: 4,
  quantilesFrom: 100,
  firstItems: 4,
  firstItemsAbove: 60,
  substringSets: 3,
};

const model = {
  space: 'forged',
  images: 'resources',
  locales: [
    { code: 'en', default: true, search: { synonyms: [['cup', 'mug']], first: [] } },
    { code: 'de', fallback: 'en', search: { compounds: true } },
    { code: 'de-CH', fallback: 'de' },
  ],
  contentTypes: [
    {
      name: 'thing',
      similar: true,
      fields: [
        { name: 'name', type: 'text', order: 'natural', fold: true, search: { weight: 3, phrases: true } },
        { name: 'title', type: 'text', localized: true, search: { typos: false } },
        { name: 'body', type: 'markdown', localized: true, fold: true, search: { phrases: true } },
        { name: 'code', type: 'text', contains: false, endsWith: false, search: { stems: false } },
        { name: 'note', type: 'textMultiline' },
        { name: 'kind', type: 'select', options: ['cup', 'bowl', 'jug'], fold: true },
        { name: 'uses', type: 'select', options: ['daily', 'feast', 'show'], many: true },
        { name: 'tags', type: 'text', many: true },
        { name: 'pages', type: 'integer' },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'mass', type: 'decimal', precision: 20 },
        { name: 'ready', type: 'boolean' },
        { name: 'made', type: 'dateTime', format: 'date' },
        { name: 'stocked', type: 'dateTime' },
        { name: 'place', type: 'location' },
        { name: 'cover', type: 'image' },
        { name: 'views', type: 'image', many: true },
        { name: 'paper', type: 'file' },
        { name: 'data', type: 'json' },
        { name: 'plain', type: 'text', filter: false, sort: false },
        { name: 'maker', type: 'relationship', to: 'maker' },
        { name: 'makers', type: 'relationship', to: 'maker', many: true },
        { name: 'about', type: 'relationship', to: ['maker', 'thing'], many: true, localized: true },
        { name: 'silent', type: 'relationship', to: 'maker', filter: false },
      ],
    },
    {
      name: 'maker',
      fields: [
        { name: 'name', type: 'text', search: true },
        { name: 'born', type: 'integer' },
        { name: 'works', type: 'relationship', to: 'thing', many: true },
        { name: 'teacher', type: 'relationship', to: 'maker' },
      ],
    },
    { name: 'remark', fields: [{ name: 'text', type: 'textMultiline' }] },
    { name: 'nothing', fields: [{ name: 'text', type: 'text', search: true }] },
  ],
};

const pick = <Value>(values: readonly [Value, ...Value[]], n: number): Value => values[n % values.length] ?? values[0];
const words = ['salt', 'stone', 'silver', 'sand', 'sea', 'star', 'storm', 'song', 'shore'] as const;

/** A text with many words that share prefixes, so that the items have more than 2,048 postings of one prefix together. */
const body = (n: number): string =>
  `# ${pick(words, n)} ${pick(words, n * 7 + 1)}\n\n${words.map((word) => `${word}s`).join(' ')} "quoted" ${n}${n % 90 === 0 ? ' silwer stome' : ''}`;

const thing = (n: number) => ({
  id: `t-${n}${n % 40 === 0 ? ' é/"' : ''}`,
  name: `${pick(['Écho', 'Echo', 'Stone', 'Brim'], n)} ${n} of ${pick(words, n)}`,
  title: n % 3 === 0 ? { en: `Title ${n}`, de: `Titel ${n}` } : { en: `Title ${n}` },
  body: n % 50 === 0 ? { en: body(n), de: `${body(n)} auf Deutsch`, 'de-CH': `${body(n)} Grüezi` } : { en: body(n) },
  code: `AB-${n % 60}`,
  note: `Line ${n}\nSecond\t"${n % 9}"`,
  kind: pick(['cup', 'bowl', 'jug'], n),
  uses: n % 4 === 0 ? [] : n % 4 === 1 ? ['daily'] : ['feast', 'show'],
  tags: [`tag${n % 11}`, ...(n % 2 === 0 ? ['even'] : [])],
  ...(n % 7 === 0 ? {} : { pages: (n * 37) % 101 }),
  price: `${n % 90}.${n % 10}0`,
  mass: pick(['12345678901234567890.125', '-98765432109876543210', '7', '0'], n),
  ready: n % 2 === 0,
  made: `20${10 + (n % 20)}-0${1 + (n % 9)}-15`,
  stocked: `2024-03-0${1 + (n % 9)}T10:00:00+0200`,
  ...(n % 5 === 0 ? {} : { place: { latitude: ((n * 13) % 170) - 85, longitude: ((n * 29) % 350) - 175 } }),
  ...(n % 6 === 0 ? { cover: { url: `/c${n}.png`, width: 10, height: 20 }, views: [{ url: `/v${n}.png` }] } : {}),
  ...(n % 8 === 0 ? { paper: { url: `/p${n}.pdf` }, data: { deep: [n, { a: null }] } } : {}),
  plain: `plain ${n}`,
  maker: `m${n % 23}`,
  makers: [`m${n % 23}`, `m${(n * 5 + 1) % 23}`].filter((id, place, all) => all.indexOf(id) === place),
  about:
    n % 10 === 0
      ? {
          en: [{ type: 'maker', id: 'm1' }],
          de: [
            { type: 'thing', id: 't-1' },
            { type: 'maker', id: 'm2' },
          ],
        }
      : { en: n % 3 === 0 ? [{ type: 'thing', id: `t-${(n % 30) + 1}` }] : [] },
  silent: `m${n % 5}`,
});

const maker = (n: number) => ({
  id: `m${n}`,
  name: `${pick(['Mara', 'Ole', 'Ines'], n)} ${pick(words, n)}`,
  born: 1900 + n,
  works: [`t-${n + 1}`, `t-${n * 3 + 2}`].filter((id) => !id.endsWith('0')),
  ...(n === 0 ? {} : { teacher: `m${n - 1}` }),
});

const many = <Item>(count: number, make: (n: number) => Item): Uint8Array =>
  Buffer.from(Array.from({ length: count }, (_, n) => `${JSON.stringify(make(n))}\n`).join(''));

/** @returns path → bytes of the export's files, below `folder` */
export const forgedExport = (folder: string): ReadonlyMap<string, Uint8Array> =>
  new Map([
    [join(folder, 'model.json'), Buffer.from(JSON.stringify(model))],
    [join(folder, 'thing.ndjson'), many(THINGS, thing)],
    [join(folder, 'maker.ndjson'), many(23, maker)],
    [join(folder, 'remark.ndjson'), many(3, (n) => ({ id: `r${n}`, text: `Remark ${n}` }))],
    [join(folder, 'nothing.ndjson'), many(0, (n) => ({ id: `n${n}` }))],
  ]);
