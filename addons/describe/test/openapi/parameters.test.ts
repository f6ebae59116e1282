/**
 * Tests of the described parameters against the parser: both accept the same names, except names without a limit.
 */
import { describe, expect, it } from 'vitest';
import { type ContentModel, LIMITS, readContentModel } from '../../../../src/content/model/index.js';
import { answer, parseRequest } from '../../../../src/jsonapi/index.js';
import { amount } from '../../../../testing/amount.js';
import { caseFromSeed } from '../../../../testing/oracle/arbitraries/index.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { openMuseum } from '../../../../testing/samples/museum.js';
import { type Json, openApi, readSamples, type Samples, type Schema } from '../../index.js';
import {
  type DescribedParameter,
  follow,
  isSchema,
  parametersAt,
  pathsOf,
  rawParametersAt,
  sampleOf,
} from './reading.js';

const options = { base: '/delivery/jsonapi', profile: '/profile', keys: false };
const describe_ = (model: ContentModel, samples: Samples = new Map()): Schema =>
  openApi(model, { ...options, samples });
const cases = amount(60, 8);

/** @returns a model whose type `hub` has seventy fields behind its relationships */
function readWideModel(): ContentModel {
  const relationships = Array.from({ length: 7 }, (_, index) => ({
    name: `to${index}`,
    type: 'relationship',
    to: 'leaf',
  }));
  const texts = Array.from({ length: 10 }, (_, index) => ({ name: `text${index}`, type: 'text' }));
  const contentTypes = [
    { name: 'hub', fields: relationships },
    { name: 'leaf', fields: texts },
  ];
  const read = readContentModel({ space: 'wide', contentTypes });
  if (!('model' in read)) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

/** What a parameter needs beside it. */
function companionOf(path: string, name: string, all: readonly DescribedParameter[]): string {
  if (path === '/_suggest') return name === 'q' ? '' : '&q=a';
  const isSearch = path === '/_search' && name !== 'filter[_search]';
  if (name === '_highlight' || name === '_match' || isSearch) return '&filter[_search]=a';
  const [, field, option] = /^_facet\[([^\]]+)\](\[.*)?$/.exec(name) ?? [];
  if (all.some((one) => one.name === `_facet[${field}][from]`)) {
    const needed = { '': '1', '[from]': '52,13', '[ranges]': '1000' };
    const others = Object.entries(needed).filter(([part]) => part !== (option ?? ''));
    return others.map(([part, value]) => `&_facet[${field}]${part}=${value}`).join('');
  }
  if (option === undefined) return '';
  expect(all.map((one) => one.name)).toContain(`_facet[${field}]`);
  return `&_facet[${field}]=1`;
}

/** An example as it stands in a query. */
const written = (name: string, example: Json): string =>
  isSchema(example) && !Array.isArray(example)
    ? Object.entries(example)
        .map(([member, value]) => `${member}=${encodeURIComponent(String(value))}`)
        .join('&')
    : `${name}=${encodeURIComponent(String(example))}`;

/** @returns the example requests of the parameters of a list; options of a facet are sent with the facet */
function examplesOf(document: Schema, type: string): readonly string[] {
  return rawParametersAt(document, `/${type}`).flatMap((parameter): readonly string[] => {
    const name = String(parameter['name']);
    const entries = isSchema(parameter['examples']) ? Object.values(parameter['examples']) : [];
    const values = entries.flatMap((entry) => (isSchema(entry) ? (entry['value'] ?? []) : []));
    const all = parameter['example'] === undefined ? values : [parameter['example'], ...values];
    const facet = /^_facet\[/.test(name) ? `${name}=5&` : '';
    const search = /^_(highlight|match)$/.test(name) ? 'filter[_search]=a&' : '';
    return all.map((value) => {
      const sent = isSchema(value)
        ? Object.fromEntries(Object.entries(value).map(([member, one]) => [`${name}[${member}]`, one]))
        : value;
      return `${facet}${search}${written(name, sent)}`;
    });
  });
}

/** Asks for each parameter by itself: with its example, where there is one. */
function tryAll(model: ContentModel, samples?: Samples): number {
  const document = describe_(model, samples);
  let tried = 0;
  for (const path of pathsOf(document)) {
    const all = parametersAt(document, path);
    for (const { name, where, schema, example } of all) {
      if (where !== 'query') continue;
      tried += 1;
      // Its members are sent by their own names.
      const any =
        schema['type'] === 'object' ? `${name}[_OR][0][id][_eq]=a` : `${name}=${encodeURIComponent(sampleOf(schema))}`;
      const own = example === undefined ? any : written(name, example);
      const asked = `${own}${companionOf(path, name, all)}`;
      // A limit keeps what is dear for each item of a list from being too complex.
      const search = `?${asked}${name !== 'page[limit]' && isList(path, model) ? '&page[limit]=0' : ''}`;
      expect(() => parseRequest(model, path.replace('{id}', 'a'), search), `${path}${search}`).not.toThrow();
    }
  }
  return tried;
}

function isList(path: string, model: ContentModel): boolean {
  const [, type = '', id, name] = path.split('/');
  if (type === '_suggest') return false;
  const field = model.contentTypes.get(type)?.fieldByName.get(name ?? '');
  return type !== '' && (id === undefined || (field?.type === 'relationship' && field.many));
}

/** `/book/x/author` → `/book/{id}/author` */
const templateOf = (path: string): string => path.replace(/^(\/[^/]+)\/[^/]+/, '$1/{id}');

/** Whether the name is one of those that have no end, and deeper than what is listed. */
const isEndless = (name: string): boolean => /^page\[[^\]]+\]\[[^\]]+\]\[|^fields\[|^_facet\[[^\]]*\./.test(name);

/** Whether the parameter is an object, a member of which the name is. */
function isMember(parameter: DescribedParameter | undefined, name: string): boolean {
  const { propertyNames } = parameter?.schema ?? {};
  const member = name.slice('filter['.length, -1);
  return isSchema(propertyNames) && new RegExp(String(propertyNames['pattern'])).test(member);
}

describe('the parameters of the OpenAPI description', () => {
  it('each listed parameter › accepted by the parser', async () => {
    const { model } = await openBookshop();
    expect(tryAll(model)).toBeGreaterThan(1000);
    for (let seed = 1; seed <= cases / 10; seed += 1) tryAll(caseFromSeed(seed).space.model);
  });

  it('counts of links › listed for to-many relationships only, with numbers as examples', async () => {
    const space = await openBookshop();
    const listed = parametersAt(describe_(space.model, await readSamples(space, options.base)), '/book');
    const examples = new Map(listed.map(({ name, example }) => [name, example]));
    expect(examples.get('filter[reviews][_count][_gte]')).toBe(1);
    expect(examples.get('filter[related][_count][_in]')).toBe('1,2');
    expect(examples.has('_facet[reviews._count][ranges]')).toBe(true);
    expect(examples.has('filter[author][_count][_gte]')).toBe(false);
    const sort = listed.find(({ name }) => name === 'sort');
    expect(JSON.stringify(sort?.schema)).toContain('"-reviews._count"');
  });

  it('each example from the content › answered; every filter on a populated field has one', async () => {
    for (const space of [await openBookshop(), await openMuseum()]) {
      const samples = await readSamples(space, options.base);
      tryAll(space.model, samples);
      for (const type of space.model.contentTypes.keys()) {
        const document = describe_(space.model, samples);
        const [id] = parametersAt(document, `/${type}/{id}`);
        expect(id?.example).toBe(samples.get(type)?.id);
        for (const { name, example } of parametersAt(document, `/${type}`)) {
          const field = /^filter\[([^\]]+)\](?:\[id\])?\[_eq\]$/.exec(name)?.[1];
          if (field === undefined || (field !== 'id' && samples.get(type)?.values(field).length === 0)) continue;
          expect(example, `${type} ${name}`).toBeDefined();
          const search = `?${written(name, example ?? null)}`;
          const found = JSON.parse(answer(space, parseRequest(space.model, `/${type}`, search), '').toString());
          expect(found.meta.total, search).toBeGreaterThan(0);
        }
      }
    }
  });

  it('each example of the parameters of a list › answered; a condition selects at least one item', async () => {
    for (const space of [await openBookshop(), await openMuseum()]) {
      const document = describe_(space.model, await readSamples(space, options.base));
      let tried = 0;
      for (const type of space.model.contentTypes.keys()) {
        for (const sent of examplesOf(document, type)) {
          const { meta } = JSON.parse(answer(space, parseRequest(space.model, `/${type}`, `?${sent}`), '').toString());
          tried += 1;
          if (sent.startsWith('filter')) expect(meta.total, `/${type}?${sent}`).toBeGreaterThan(0);
        }
      }
      expect(tried).toBeGreaterThan(50);
    }
  });

  it('options of a facet › the description shows them with the facet, and the server accepts that', async () => {
    const { model } = await openBookshop();
    const document = describe_(model);
    let tried = 0;
    for (const type of model.contentTypes.keys()) {
      for (const parameter of rawParametersAt(document, `/${type}`)) {
        const name = String(parameter['name']);
        if (!/^_facet\[/.test(name)) continue;
        const [, pair = ''] = /`([^`]*&[^`]*)`\.$/.exec(String(parameter['description'])) ?? [];
        expect(pair).toContain(`${name}=10&`);
        expect(() => parseRequest(model, `/${type}`, `?${pair}`), pair).not.toThrow();
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(20);
  });

  it('conditions on related items, and lists of texts with commas › have examples', async () => {
    const space = await openBookshop();
    const listed = parametersAt(describe_(space.model, await readSamples(space, options.base)), '/book');
    const examples = new Map(listed.map(({ name, example }) => [name, example]));
    expect(examples.get('filter[author][name][_eq]')).toBe('Ottoline Farrow');
    expect(examples.get('filter[author][sortName][_eq]')).toBe('Farrow, Ottoline');
    expect(examples.get('filter[author][sortName][_in]')).toBeUndefined();
    const authors = parametersAt(describe_(space.model, await readSamples(space, options.base)), '/author');
    expect(authors.find(({ name }) => name === 'filter[sortName][_in][]')?.example).toEqual(['Farrow, Ottoline']);
  });

  it('each parameter of a random request › listed', () => {
    let seen = 0;
    let sorts = 0;
    for (let seed = 1; seed <= cases; seed += 1) {
      const { space, requests } = caseFromSeed(seed);
      const document = describe_(space.model);
      for (const { request, path } of requests) {
        const listed = new Map(parametersAt(document, templateOf(path)).map((one) => [one.name, one]));
        for (const [sent, value] of new URLSearchParams(request.search)) {
          const sentName = sent.replace(/(\[_n?in\])\[\]$/, '$1');
          // An element of a list sent in brackets: `sort[0]`.
          const name = sentName.replace(/^(sort|include|_stats)\[\d*\]$/, '$1');
          // Where nothing can be included, `include=` is taken all the same.
          if ((!listed.has(name) && isEndless(name)) || (name === 'include' && value === '')) continue;
          const parameter =
            listed.get(name) ?? (isMember(listed.get('filter'), name) ? listed.get('filter') : undefined);
          expect(parameter, `seed ${seed}: ${sent}`).toBeDefined();
          seen += 1;
          if (name === 'include') checkPaths(parameter, value);
          if (name === 'sort' && !listed.has('sort[]')) sorts += checkKeys(parameter, value);
        }
      }
    }
    expect(seen).toBeGreaterThan(cases);
    expect(sorts).toBeGreaterThan(0);
  });

  it('sorts, facets and statistics › no free text; fields of related items are listed, others are values of sort[]', async () => {
    const { model } = await openBookshop();
    const listed = new Map(parametersAt(describe_(model), '/book').map((one) => [one.name, one.schema]));
    const itemsOf = (name: string): unknown => listed.get(name)?.['items'];
    expect(itemsOf('sort')).toEqual({ enum: expect.arrayContaining(['-published', 'author.name', '-series.id']) });
    expect(itemsOf('_stats')).toEqual({ enum: expect.arrayContaining(['price', 'author.born']) });
    expect(listed.has('_facet[author.name]')).toBe(true);
    expect(listed.has('_facet')).toBe(false);
    expect(JSON.stringify(itemsOf('sort[]'))).toContain('^-?(author|publisher|series)');
    expect(itemsOf('filter[id][_in][]')).toEqual({ type: 'string' });
    const options = { enum: expect.arrayContaining(['Crime', 'Poetry']) };
    expect(itemsOf('filter[genre][_in][]')).toEqual({ anyOf: [options, { type: 'string' }] });
    expect(listed.get('filter[price][_lt]')).toMatchObject({ type: ['number', 'string'] });
    expect(listed.get('page[limit]')).toMatchObject({ type: 'integer', default: 20 });
  });

  it('few filters › lists of texts, but neither groups, facet options, pages of relationships nor fields; every attribute is required', async () => {
    const { model } = await openBookshop();
    const document = openApi(model, { ...options, filters: 'few' });
    const names = parametersAt(document, '/book').map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['filter[price][_lt]', 'filter[genre][_in][]', 'sort', 'include', '_facet[genre]']),
    );
    const others =
      /^filter$|^filter\[\w+\]\[_contains|^_facet\[\w+\]\[|^page\[(?!limit|skip)|^fields|^_stats|^sort\[\]$/;
    expect(names.filter((name) => others.test(name))).toEqual([]);
    const resource = follow(document, '/components/schemas/BookResource');
    expect(resource['required']).toEqual(['type', 'id', 'attributes', 'relationships', 'links']);
    const attributes = follow(document, '/components/schemas/BookResource/properties/attributes');
    expect(attributes['required']).toEqual(
      Object.keys(isSchema(attributes['properties']) ? attributes['properties'] : {}),
    );
  });

  it('fields of related items › conditions typed like the fields, in the list of the type; others are members of filter', async () => {
    const { model } = await openBookshop();
    const document = describe_(model);
    const listed = new Map(parametersAt(document, '/book').map((one) => [one.name, one.schema]));
    expect(listed.get('filter[author][born][_gte]')).toEqual(
      parametersAt(document, '/author').find(({ name }) => name === 'filter[born][_gte]')?.schema,
    );
    expect(listed.get('filter[reviews][stars][_gte]')).toMatchObject({ type: 'integer' });
    expect(listed.has('filter[author][country][name][_eq]')).toBe(false);
    expect(parametersAt(document, '/author/{id}/books').map(({ name }) => name)).not.toContain(
      'filter[author][born][_gte]',
    );
    // Too many to list.
    const isRelated = (name: string): boolean => /^filter\[\w+\]\[(?!id\])[a-z]\w*\]/.test(name);
    const names = parametersAt(openApi(readWideModel(), options), '/hub').map(({ name }) => name);
    expect(names.filter(isRelated)).toEqual([]);
  });

  it('a misspelt name › not listed', async () => {
    const { model } = await openBookshop();
    const names = parametersAt(describe_(model), '/book').map(({ name }) => name);
    expect(names).not.toContain('filter[titel][_eq]');
    expect(names).not.toContain('filter[cover][_eq]');
    expect(names).not.toContain('filter[subtitle][_ieq]');
    expect(new Set(names).size).toBe(names.length);
  });
});

/** @returns the number of keys, each of which is listed if it is no distance */
function checkKeys(parameter: DescribedParameter | undefined, value: string): number {
  const { items } = parameter?.schema ?? {};
  const keys = value.split(',');
  expect(isSchema(items) ? items['enum'] : []).toEqual(expect.arrayContaining(keys));
  return keys.length;
}

/** Paths that are as short as the listed ones are among them. */
function checkPaths(parameter: DescribedParameter | undefined, value: string): void {
  const { items } = parameter?.schema ?? {};
  const listed: readonly unknown[] =
    items !== null && typeof items === 'object' && 'enum' in items && Array.isArray(items['enum']) ? items['enum'] : [];
  const longest = Math.max(...listed.map((path) => String(path).split('.').length));
  expect(longest).toBeLessThanOrEqual(LIMITS.includeDepth);
  for (const path of value === '' ? [] : value.split(',')) {
    if (path.split('.').length <= longest) expect(listed).toContain(path);
  }
}
