/**
 * Tests of the size of the OpenAPI description: no unused component, no component twice, and about half of its earlier bytes.
 */
import { describe, expect, it } from 'vitest';
import { type ContentModel, readContentModel } from '../../../../src/content/model/index.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { openMuseum } from '../../../../testing/samples/museum.js';
import { openApi, readSamples } from '../../index.js';
import { isSchema } from './reading.js';

const options = { base: '/delivery/jsonapi', profile: '/profile', keys: false };

/** Bytes of the description when each operator of each field had a parameter. */
const EARLIER_BYTES = { bookshop: 902_287, museum: 126_198 } as const;

/** @returns a model of types with ten fields each, which link to one another */
function readManyTypes(count: number): ContentModel {
  const contentTypes = Array.from({ length: count }, (_, index) => ({
    name: `type${index}`,
    fields: [
      ...['title', 'subtitle', 'slug', 'code'].map((name) => ({ name, type: 'text' })),
      { name: 'body', type: 'markdown' },
      { name: 'price', type: 'decimal', precision: 2 },
      { name: 'pages', type: 'integer' },
      { name: 'published', type: 'dateTime' },
      { name: 'next', type: 'relationship', to: `type${(index + 1) % count}` },
      { name: 'others', type: 'relationship', to: `type${(index + 7) % count}`, many: true },
    ],
  }));
  const read = readContentModel({ space: 'site', contentTypes });
  if (!('model' in read)) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

/** @returns kind and name of each component */
function listComponents(document: Readonly<Record<string, unknown>>): readonly string[] {
  const { components } = document;
  if (!isSchema(components)) throw new Error('no components');
  return Object.entries(components).flatMap(([kind, byName]) =>
    isSchema(byName) ? Object.keys(byName).map((name) => `${kind}/${name}`) : [],
  );
}

describe('the OpenAPI description', () => {
  it.each([
    ['bookshop', openBookshop, EARLIER_BYTES.bookshop, 0.51],
    // The parts of the smaller model that are equal for all models weigh more.
    ['museum', openMuseum, EARLIER_BYTES.museum, 0.55],
  ] as const)('%s › about half of the earlier bytes', async (_, open, earlierBytes, share) => {
    const space = await open();
    const samples = await readSamples(space, options.base);
    const text = JSON.stringify(openApi(space.model, { ...options, samples }));
    expect(Buffer.byteLength(text)).toBeLessThan(earlierBytes * share);
  });

  it('the bookshop, the museum and one type › each component is referenced, and none is there twice', async () => {
    const bookshop = await openBookshop();
    const museum = await openMuseum();
    const descriptions = [
      openApi(bookshop.model, { ...options, samples: await readSamples(bookshop, options.base) }),
      openApi(museum.model, options),
      openApi(bookshop.model, {
        ...options,
        types: [...bookshop.model.contentTypes.values()].filter(({ name }) => name === 'page'),
      }),
      openApi(bookshop.model, { ...options, filters: 'few' }),
    ];
    for (const document of descriptions) {
      const text = JSON.stringify(document);
      const names = listComponents(document);
      expect(names.length).toBeGreaterThan(20);
      const references = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, name]) => name));
      expect([...references].sort()).toEqual([...names].sort());
    }
  });

  it('few filters › under a quarter of the bytes, for the bookshop with its examples and for two hundred types', {
    timeout: 120_000,
  }, async () => {
    const bookshop = await openBookshop();
    const samples = await readSamples(bookshop, options.base);
    for (const [model, content] of [
      [bookshop.model, samples],
      [readManyTypes(200), new Map()],
    ] as const) {
      const [all, few] = (['all', 'few'] as const).map((filters) =>
        Buffer.byteLength(JSON.stringify(openApi(model, { ...options, samples: content, filters }))),
      );
      expect(few).toBeLessThan((all ?? 0) / 4);
    }
  });

  it('types whose names differ in case, - and _ only › numbered in the order of the model', () => {
    const names = ['user-item', 'user_item', 'UserItem'];
    const read = readContentModel({ space: 'site', contentTypes: names.map((name) => ({ name, fields: [] })) });
    if (!('model' in read)) throw new Error(JSON.stringify(read.problems));
    const document = openApi(read.model, options);
    const components = listComponents(document).filter((name) => /UserItem\d*Resource$/.test(name));
    expect(components.map((name) => name.replace('schemas/', ''))).toEqual([
      'UserItemResource',
      'UserItem2Resource',
      'UserItem3Resource',
    ]);
    const ids = [...JSON.stringify(document).matchAll(/"operationId":"(list[^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['listUserItem', 'listUserItem2', 'listUserItem3']);
  });
});
