/**
 * Fields that ignore accents: operators, and the prefix of a facet, also of localized and of related fields.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { CHOICES, withChoices } from '../../../src/content/choices/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const names = ['Édith', 'edward', 'EDNA', 'Zoë', 'Éd', 'e\u0301dith', 'Øystein', '\u0301'];
const fields = [
  { name: 'name', type: 'text', fold: 'accents' },
  { name: 'plain', type: 'text', fold: true },
  { name: 'local', type: 'text', fold: 'accents', localized: true },
  { name: 'kind', type: 'select', options: ['été', 'ete', 'hiver'], fold: 'accents' },
];
const model = {
  space: 'names',
  locales: [
    { code: 'en', default: true },
    { code: 'fr', fallback: 'en' },
  ],
  contentTypes: [
    { name: 'person', fields },
    { name: 'book', fields: [{ name: 'authors', type: 'relationship', to: 'person', many: true }] },
  ],
};
const files = {
  'model.json': model,
  'person.ndjson': [
    ...names.map((name, place) => ({
      id: `p${place}`,
      name,
      plain: name,
      local: place === 0 ? { en: 'Coffee', fr: 'Café' } : undefined,
      kind: place % 2 === 0 ? 'été' : 'ete',
    })),
    { id: 'nameless' },
  ],
  'book.ndjson': [
    { id: 'b', authors: ['p0', 'p1', 'p3'] },
    { id: 'c', authors: ['p0'] },
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
const ids = (search: string): readonly string[] =>
  document(`/person?${search}`).data.map(({ id }: { id: string }) => id);
const values = (path: string, search: string, name: string): readonly string[] =>
  document(`${path}?${search}&page[limit]=0`).meta.facets[name].values.map(({ value }: { value: string }) => value);

describe('operators on a field that ignores accents', () => {
  it('each operator › finds the texts with and without marks', () => {
    expect(ids('filter[name][_ieq]=EDITH')).toEqual(['p0', 'p5']);
    expect(ids('filter[name][_istartsWith]=éd')).toEqual(['p0', 'p1', 'p2', 'p4', 'p5']);
    expect(ids('filter[name][_iendsWith]=OE')).toEqual(['p3']);
    expect(ids('filter[name][_icontains]=oy')).toEqual(['p6']);
  });

  it('exact operators › see marks and case, and documents are as exported', () => {
    expect(ids('filter[name][_eq]=Édith')).toEqual(['p0']);
    expect(ids('filter[name][_startsWith]=ed')).toEqual(['p1']);
    expect(document('/person/p5').data.attributes.name).toBe('e\u0301dith');
  });

  it('a field that folds case alone › keeps marks apart', () => {
    expect(ids('filter[plain][_istartsWith]=ed')).toEqual(['p1', 'p2']);
  });

  it('an empty pattern and marks alone › find populated items', () => {
    expect(ids('filter[name][_icontains]=')).toHaveLength(names.length);
    expect(ids('filter[name][_ieq]=%CC%81')).toEqual(['p7']);
  });

  it('a localized field › is folded in each locale', () => {
    expect(ids('filter[local][_ieq]=CAFE&localeCode=fr')).toEqual(['p0']);
    expect(ids('filter[local][_ieq]=CAFE')).toEqual([]);
  });

  it('the snapshot › is intact, and names the version of the tables', async () => {
    expect((await verifySnapshot(diskFiles, folder, space.id)).problems).toEqual([]);
    expect(space.types.get('person')!.segment.file.meta.get('accentFolding')).toBe('17.0.0');
    expect(space.types.get('book')!.segment.file.meta.has('accentFolding')).toBe(false);
  });
});

describe('the prefix of a facet', () => {
  it('a field that ignores accents › counts the values with and without marks, in their order', () => {
    const search = '_facet[name]=9&_facet[name][prefix]=É&_facet[name][sort]=value';
    expect(values('/person', search, 'name')).toEqual(['EDNA', 'edward', 'e\u0301dith', 'Éd', 'Édith']);
    expect(values('/person', '_facet[kind]=9&_facet[kind][prefix]=ET', 'kind')).toEqual(['ete', 'été']);
  });

  it('selected items › only their values are counted, and the items without a value as before', () => {
    const search = 'filter[kind][_eq]=été&_facet[name]=2&_facet[name][prefix]=ed&page[limit]=0';
    expect(document(`/person?${search}`).meta.facets.name).toEqual({
      values: [
        { value: 'EDNA', count: 1 },
        { value: 'Éd', count: 1 },
      ],
      total: 3,
      missing: 0,
    });
  });

  it('a field that folds case alone › compares the prefix exactly', () => {
    expect(values('/person', '_facet[plain]=9&_facet[plain][prefix]=ed', 'plain')).toEqual(['edward']);
  });

  it.each(CHOICES['facet.folded'].ways)('values found by %s › are the same', (way) => {
    withChoices({ ways: { 'facet.folded': way } }, () => {
      const search = '_facet[name]=9&_facet[name][prefix]=É&_facet[name][sort]=value';
      expect(values('/person', search, 'name')).toEqual(['EDNA', 'edward', 'e\u0301dith', 'Éd', 'Édith']);
      expect(values('/person', '_facet[local]=9&_facet[local][prefix]=cafe&localeCode=fr', 'local')).toEqual(['Café']);
      expect(values('/person', '_facet[local]=9&_facet[local][prefix]=cafe', 'local')).toEqual([]);
    });
  });

  it('a related field › ignores accents too', () => {
    const search = '_facet[authors.name]=9&_facet[authors.name][prefix]=E';
    expect(values('/book', search, 'authors.name')).toEqual(['Édith', 'edward']);
  });
});
