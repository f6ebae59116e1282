/**
 * Own values by locale: which items a filter selects and a facet counts, in a space whose values are of every kind.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { type ForcedWays, withChoices } from '../../../../src/content/choices/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { LOCALE_ROWS, LocaleIndex } from '../../../../src/index/segment/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../../src/index/verify/index.js';
import { answer, parseTarget } from '../../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const localized = (name: string, type: string, more: object = {}) => ({ name, type, localized: true, ...more });

const model = {
  space: 'texts',
  locales: [{ code: 'en', default: true }, { code: 'de', fallback: 'en' }, { code: 'fr' }],
  contentTypes: [
    {
      name: 'page',
      fields: [
        localized('title', 'text'),
        localized('tags', 'text', { many: true }),
        localized('next', 'relationship', { to: 'page', many: true }),
        { name: 'code', type: 'text' },
      ],
    },
    { name: 'link', fields: [{ name: 'pages', type: 'relationship', to: 'page', many: true }] },
  ],
};

const files = {
  'model.json': model,
  'page.ndjson': [
    { id: 'both', title: { en: 'one', de: 'eins' }, code: 'x' },
    { id: 'empty text', title: { en: 'two', de: '' } },
    { id: 'empty list', title: { en: 'three' }, tags: { de: [] } },
    { id: 'null', title: { en: 'four', de: null } },
    { id: 'links', next: { fr: ['both'] } },
    { id: 'none', code: 'plain' },
    { id: 'same', title: { en: 'six', de: 'six' } },
  ],
  'link.ndjson': [
    { id: 'a', pages: ['both', 'links'] },
    { id: 'b', pages: ['null', 'both'] },
    { id: 'c', pages: ['none'] },
    { id: 'd', pages: [] },
  ],
};

let space: Space;
let folder: string;
beforeAll(async () => {
  folder = newFolder();
  const source = writeFiles(join(newFolder(), 'export'), files);
  await buildSnapshot(source, folder, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, folder);
});

const document = (target: string) => JSON.parse(answer(space, parseTarget(space.model, target), '').toString());
const ids = (target: string): readonly string[] => document(target).data.map(({ id }: { id: string }) => id);
const facet = (target: string, name: string): unknown => document(target).meta.facets[name];

describe('a filter by locale', () => {
  it('values of every kind › empty texts and empty lists are values, null and fallbacks are none', () => {
    expect(ids('/page?filter[_locale][_eq]=de')).toEqual(['both', 'empty text', 'empty list', 'same']);
    expect(ids('/page?filter[_locale][_eq]=en')).toEqual(['both', 'empty text', 'empty list', 'null', 'same']);
    expect(ids('/page?filter[_locale][_eq]=fr')).toEqual(['links']);
  });

  it('several locales, a negation and another condition › combine as other conditions do', () => {
    expect(ids('/page?filter[_locale][_in]=de,fr')).toEqual(['both', 'empty text', 'empty list', 'links', 'same']);
    expect(ids('/page?filter[_NOT][][_locale][_in]=en,de,fr')).toEqual(['none']);
    expect(ids('/page?filter[_locale][_eq]=de&filter[_locale][_eq]=en&filter[code][_exists]=true')).toEqual(['both']);
  });

  it('in every locale of the response › selects the same items', () => {
    for (const code of ['en', 'de', 'fr']) {
      expect(ids(`/page?filter[_locale][_eq]=de&localeCode=${code}`), code).toHaveLength(4);
    }
  });

  it('behind a relationship › asks one related item', () => {
    expect(ids('/link?filter[pages][_locale][_eq]=fr')).toEqual(['a']);
    expect(ids('/link?filter[pages][_locale][_eq]=de')).toEqual(['a', 'b']);
    expect(ids('/link?filter[pages][_locale][_eq]=de&filter[pages][id][_eq]=null')).toEqual([]);
  });
});

describe.each<ForcedWays>([{}, { 'facet.locales': 'bits' }, { 'facet.locales': 'list' }])(
  'a facet of locales, forced %j',
  (ways) => {
    it('all items › counts an item once for each locale', () => {
      withChoices({ ways }, () => {
        expect(facet('/page?_facet[_locale]=9', '_locale')).toEqual({
          values: [
            { value: 'en', count: 5 },
            { value: 'de', count: 4 },
            { value: 'fr', count: 1 },
          ],
          total: 3,
          missing: 1,
        });
      });
    });

    it('selected items, a prefix and an order › are followed', () => {
      withChoices({ ways }, () => {
        const search = 'filter[_locale][_eq]=de&_facet[_locale]=1&_facet[_locale][sort]=value';
        expect(facet(`/page?${search}`, '_locale')).toEqual({
          values: [{ value: 'de', count: 4 }],
          total: 2,
          missing: 0,
        });
        expect(facet(`/page?${search}&_facet[_locale][own]=ignored&_facet[_locale][prefix]=f`, '_locale')).toEqual({
          values: [{ value: 'fr', count: 1 }],
          total: 1,
          missing: 1,
        });
      });
    });

    it('behind a relationship › counts each item once for each locale of its related items', () => {
      withChoices({ ways }, () => {
        expect(facet('/link?_facet[pages._locale]=9', 'pages._locale')).toEqual({
          values: [
            { value: 'de', count: 2 },
            { value: 'en', count: 2 },
            { value: 'fr', count: 1 },
          ],
          total: 3,
          missing: 2,
        });
      });
    });
  },
);

describe('the sets of items by locale', () => {
  it('a snapshot without them › derives the same sets', () => {
    const { segment } = space.types.get('page')!;
    const stored = segment.fields.get('_locale');
    if (stored?.kind !== 'locales' || segment.own === undefined) throw new Error('no locale index');
    const derived = new LocaleIndex(segment.type.locales, segment.own, undefined);
    expect([stored.isDerivationDue, derived.isDerivationDue]).toEqual([false, true]);
    expect([0, 1, 2, 3].map((term) => derived.docsOf(term))).toEqual([0, 1, 2, 3].map((term) => stored.docsOf(term)));
    expect(derived.isDerivationDue).toBe(false);
  });

  it('types without localized fields › have no such section', () => {
    expect(space.types.get('page')!.segment.file.sections.has(LOCALE_ROWS)).toBe(true);
    expect(space.types.get('link')!.segment.file.sections.has(LOCALE_ROWS)).toBe(false);
  });

  it('a set that differs from the sets of locales › is found by verify', async () => {
    expect((await verifySnapshot(diskFiles, folder, space.id)).problems).toEqual([]);
    const { segment } = space.types.get('page')!;
    const rows = segment.file.sections.u32(LOCALE_ROWS, 4);
    const { checkSegment } = await import('../../../../src/index/verify/segment.js');
    expect(checkSegment(segment)).toEqual([]);
    rows[0]! ^= 1;
    expect(checkSegment(segment)).toEqual([
      { section: 'locales.*', finding: 'the sets of items by locale differ from the sets of locales by item' },
    ]);
    rows[0]! ^= 1;
  });
});
