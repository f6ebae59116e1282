/**
 * Which sections a traffic does not ask for, whether its values are known or hashed.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { untouchedSections } from '../../../src/tune/advise/index.js';
import { askedShapes, standInTarget, TrafficBuilder, type ValueForm } from '../../../src/tune/traffic/index.js';

const model = contentModel(
  'yard',
  [
    contentType('stone', [
      { name: 'name', type: 'text', fold: true, search: { weight: 1 } },
      { name: 'size', type: 'integer' },
      { name: 'cut', type: 'dateTime', format: 'dateTime' },
      { name: 'rough', type: 'boolean' },
      { name: 'price', type: 'decimal', precision: 2 },
      { name: 'maker', type: 'relationship', to: ['maker'], many: false },
    ]),
    contentType('maker', [{ name: 'name', type: 'text' }]),
  ],
  'en',
);

const shapesOf = (form: ValueForm, ...targets: string[]) => {
  const builder = new TrafficBuilder(form, 'salt');
  for (const target of targets) {
    const [path = '', search = ''] = target.split('?');
    builder.add({ path, search, timeMs: undefined });
  }
  return askedShapes(builder.build());
};

/** Sections of every kind. */
const sections = [
  ...['id/terms', 'id/hash', 'id/docs', 'id/substrings.counts', 'id/reversed.rank'],
  ...['name/terms.offsets', 'name/ordinals', 'name/substrings.buckets', 'name/reversed.order'],
  ...['name/fold/terms', 'name/fold/substrings.counts', 'name@de/docs'],
  ...['size/values', 'cut/values', 'rough/docs', 'price/starts'],
  ...['maker/docs', 'maker/starts', 'maker/links.starts', 'maker/terms', 'maker/linkage'],
  ...['documents', 'search.words', 'search@de.counts', 'locales.own'],
];

const untouched = (form: ValueForm, ...targets: string[]): string[] => {
  const isUntouched = untouchedSections(model, shapesOf(form, ...targets));
  return sections.filter((section) => isUntouched('stone', section));
};

describe('what a traffic does not ask for', () => {
  it('only items › all but what documents are made of, and ids', () => {
    expect(untouched('kept', '/stone/s1?include=maker')).toEqual(
      sections.filter((name) => !/^(id\/(terms|hash|docs)|maker\/(links|terms|linkage)|documents|locales)/.test(name)),
    );
  });

  it.each(['kept', 'hashed'] as const)('conditions of every type, values %s › their fields are asked for', (form) => {
    const found = untouched(
      form,
      '/stone?filter[name][_contains]=ran&filter[size][_gt]=3&filter[cut][_lt]=2020-01-01T00:00:00Z&page[skip]=40',
      '/stone?filter[rough][_eq]=true&filter[price][_lte]=3.50&filter[maker][id][_eq]=m7',
      '/stone?filter[id][_endsWith]=7',
      '/stone?filter[_search]=granite',
    );
    expect(found).toEqual([
      'id/substrings.counts',
      'name/reversed.order',
      'name/fold/terms',
      'name/fold/substrings.counts',
    ]);
  });

  it('an order, a facet › the values are asked for, and no more', () => {
    const found = untouched('hashed', '/stone?sort=-name&_facet[maker]=3', '/maker?filter[name][_eq]=x');
    expect(found).toContain('name/substrings.buckets');
    expect(found).not.toContain('name/ordinals');
    expect(found).not.toContain('maker/docs');
    expect(found).toContain('size/values');
  });

  it('the traffic of another site › nothing is left in files by it', () => {
    expect(untouched('kept', '/works?filter[title][_eq]=x', '/people')).toEqual([]);
  });
});

describe('askedShapes', () => {
  it('one a form, with what gives nothing away as it came', () => {
    const shapes = shapesOf(
      'hashed',
      '/stone?filter[size][_gt]=3&page[skip]=40',
      '/stone?filter[size][_gt]=4&page[skip]=60',
      '/stone/s1/maker',
      '/stone?filter[name][_exists]=false',
    );
    expect(shapes.map((shape) => decodeURIComponent(standInTarget(shape, model)))).toEqual([
      '/stone?filter[size][_gt]=1&page[skip]=40',
      '/stone/x/maker',
      '/stone?filter[name][_exists]=false',
    ]);
  });
});
