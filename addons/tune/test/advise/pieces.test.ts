/**
 * Tests of pieces of advice: unused structures, requested structures, halves of traffic, and larger structures.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType, DEFAULT_CHOICES, withInverses } from '../../../../src/content/model/index.js';
import { countRequests, countShapes, interleaveShapes, splitIntoHalves } from '../../advise/halves.js';
import { proposeLargerStructures } from '../../advise/larger-structures.js';
import { collectNeeds } from '../../advise/needs.js';
import { findRequestedPieces, findUnusedPieces, isNeeded } from '../../advise/pieces.js';
import type { Planned } from '../../replay/index.js';

const model = contentModel(
  'yard',
  [
    contentType('stone', [
      { name: 'name', type: 'text', fold: true, search: { weight: 1 } },
      { name: 'notes', type: 'markdown', contains: false },
      { name: 'size', type: 'integer' },
      { name: 'place', type: 'text', order: 'natural' },
      { name: 'tags', type: 'text', many: true },
      { name: 'picture', type: 'image' },
      { name: 'maker', type: 'relationship', to: ['maker'], many: false },
    ]),
    contentType('maker', [{ name: 'name', type: 'text' }]),
  ],
  'en',
);

const needs = (...targets: string[]) =>
  collectNeeds(
    model,
    targets.map((target) => ({ target, times: 1 })),
  );

/** @returns the pieces of the type as `field keys` */
const unused = (type: string, ...targets: string[]): string[] =>
  findUnusedPieces(model, needs(...targets))
    .filter((piece) => piece.type === type)
    .map(({ field, keys }) => `${field} ${JSON.stringify(keys)}`);

describe('findUnusedPieces', () => {
  it('an inverse › keeps the sort of its links, and is no field of the model file', () => {
    const inverse = { name: 'stones', sort: '-size' };
    const fields = [
      { name: 'size', type: 'integer' },
      { name: 'weight', type: 'integer' },
      { name: 'maker', type: 'relationship', to: ['maker'], many: false, inverse },
    ] as const;
    const types = withInverses([contentType('stone', fields), contentType('maker', [{ name: 'name', type: 'text' }])]);
    const inverseModel = contentModel('yard', types, 'en');
    const pieces = findUnusedPieces(inverseModel, collectNeeds(inverseModel, []));
    expect(pieces.map(({ type, field, keys }) => `${type}.${field} ${JSON.stringify(keys)}`)).toEqual([
      'stone.size {"filter":false}',
      'stone.weight {"filter":false,"sort":false}',
      'stone.maker {"filter":false}',
      'maker.name {"filter":false,"sort":false}',
    ]);
  });

  it('requests for single items › all structures, and the search', () => {
    expect(unused('stone', '/stone/s1?include=maker', '/stone/s1/maker')).toEqual([
      'name {"filter":false,"sort":false}',
      'notes {"filter":false,"sort":false}',
      'size {"filter":false,"sort":false}',
      'place {"filter":false,"sort":false}',
      'tags {"filter":false}',
      'maker {"filter":false}',
      'name {"search":false}',
    ]);
  });

  it('requests with filters, sorts and counts › the other structures of each field', () => {
    expect(
      unused(
        'stone',
        '/stone?filter[name][_icontains]=a&filter[_OR][0][size][_gt]=3&filter[_NOT][][tags][_eq]=x',
        '/stone?sort=notes&_stats=place',
        '/stone?filter[_search]=granite&_facet[maker]=3',
      ),
    ).toEqual([
      'name {"endsWith":false}',
      'notes {"filter":false}',
      // Facets and statistics need one of the two, and the sort is the smaller one.
      'place {"filter":false}',
    ]);
    expect(unused('stone', '/stone?filter[place][_eq]=a&filter[name][_startsWith]=b')).toEqual(
      expect.arrayContaining([
        'name {"contains":false}',
        'name {"endsWith":false}',
        'name {"fold":false}',
        'place {"sort":false}',
      ]),
    );
  });

  it('requests for related items › the fields of the related type', () => {
    expect(unused('maker', '/stone/s1/maker')).toEqual(['name {"filter":false,"sort":false}']);
  });

  it('isNeeded › true for each piece that the request needs', () => {
    const pieces = findUnusedPieces(model, needs('/stone/s1'));
    const neededBy = (target: string): string[] =>
      pieces
        .filter((piece) => isNeeded(piece, needs(target)))
        .map(({ field, keys }) => `${field} ${Object.keys(keys)}`);
    expect(neededBy('/stone?_facet[size]=2')).toEqual(['size filter,sort']);
    expect(neededBy('/stone?_facet[tags]=2&sort=place')).toEqual(['place filter,sort', 'tags filter']);
    expect(neededBy('/stone?filter[_search]=a')).toEqual(['name search']);
    expect(neededBy('/stone?filter[maker][id][_eq]=m1')).toEqual(['maker filter']);
    expect(neededBy('/stone/s2')).toEqual([]);
  });
});

describe('findRequestedPieces', () => {
  it('a structure or folding that is off › a piece with its requests', () => {
    const asked = findRequestedPieces(
      model,
      needs('/stone?filter[notes][_contains]=a', '/stone?filter[notes][_icontains]=a'),
    );
    expect(asked).toEqual([
      { type: 'stone', field: 'notes', keys: { contains: true, fold: true }, kind: 'asked', requests: 2 },
    ]);
  });

  it('unknown fields and types › counted by their error code', () => {
    expect([...needs('/stone?sort=gone', '/gone', '/stone?filter[size][_contains]=1', '/stone').refused]).toEqual([
      ['UnknownField', 1],
      ['ContentTypeNotFound', 1],
      ['UnsupportedOperator', 1],
    ]);
  });
});

describe('halves of traffic', () => {
  const planned: Planned = {
    targets: ['/a', '/b', '/c'],
    shapes: [0, 0, 1],
    shapeNames: ['x', 'y'],
    requests: Uint32Array.from({ length: 230 }, (_, place) => place % 3),
    atMs: new Uint32Array(230),
  };

  it('splitIntoHalves › every request once, in alternating stretches', () => {
    const [finding, judging] = splitIntoHalves(planned);
    expect([finding.requests.length, judging.requests.length]).toEqual([130, 100]);
    expect([...finding.requests.subarray(48, 52)]).toEqual([48 % 3, 49 % 3, 100 % 3, 101 % 3]);
    const times = (half: Planned) => countRequests(half).reduce((sum, one) => sum + one.times, 0);
    expect(times(finding) + times(judging)).toBe(230);
  });

  it('interleaveShapes › the same number of requests for each shape', () => {
    const turns = interleaveShapes(planned, 40);
    expect([...countShapes(turns)]).toEqual([
      ['x', 40],
      ['y', 40],
    ]);
    expect([...turns.requests.subarray(0, 4)]).toEqual([0, 2, 1, 2]);
  });
});

describe('proposeLargerStructures', () => {
  const shape = (name: string, structure: string, timeShare = 0.5) => ({
    shape: name,
    structures: [structure],
    timeShare,
  });
  const larger = (items: number, ...shapes: ReturnType<typeof shape>[]): string[] =>
    proposeLargerStructures({ shapes }, [items], DEFAULT_CHOICES).map(({ name }) => name);

  it('combined runs of many items › quantiles; long pages › first items', () => {
    expect(larger(1e6, shape('/a?sort=b', 'order: walk the stored order'))).toEqual([
      '--quantiles 128',
      '--quantiles 256',
    ]);
    expect(larger(1e6, shape('/a?filter[b][_contains]=?&page[limit]=50', 'substring tree: counted'))).toEqual([
      '--first-items 50',
    ]);
  });

  it('few items, short pages, or a small share of the time › nothing', () => {
    expect(larger(1000, shape('/a?sort=b', 'order: walk the stored order'))).toEqual([]);
    expect(larger(1e6, shape('/a?filter[b][_contains]=?', 'substring tree: counted'))).toEqual([]);
    expect(larger(1e6, shape('/a?sort=b', 'order: walk the stored order', 0.01))).toEqual([]);
  });
});
