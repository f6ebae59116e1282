/**
 * What traffic needs, what it does not, and what half of it each is.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType, DEFAULT_CHOICES } from '../../../../src/content/model/index.js';
import { countsOf, halvesOf, inTurns, shapeCounts } from '../../advise/halves.js';
import { largerFor } from '../../advise/larger.js';
import { needsOf } from '../../advise/needs.js';
import { askedPieces, isNeeded, unusedPieces } from '../../advise/pieces.js';
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
  needsOf(
    model,
    targets.map((target) => ({ target, times: 1 })),
  );

/** Of the type, as `field: keys`. */
const unused = (type: string, ...targets: string[]): string[] =>
  unusedPieces(model, needs(...targets))
    .filter((piece) => piece.type === type)
    .map(({ field, keys }) => `${field} ${JSON.stringify(keys)}`);

describe('what could be left out', () => {
  it('where only items are asked for › everything, and the search', () => {
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

  it('where some is asked for › the rest of each field', () => {
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

  it('related items › need the fields of their own type', () => {
    expect(unused('maker', '/stone/s1/maker')).toEqual(['name {"filter":false,"sort":false}']);
  });

  it('what the other half needs › is known of each piece', () => {
    const pieces = unusedPieces(model, needs('/stone/s1'));
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

describe('what is asked for and refused', () => {
  it('a structure that is off, or folding that is not there › is a piece with its requests', () => {
    const asked = askedPieces(model, needs('/stone?filter[notes][_contains]=a', '/stone?filter[notes][_icontains]=a'));
    expect(asked).toEqual([
      { type: 'stone', field: 'notes', keys: { contains: true, fold: true }, kind: 'asked', requests: 2 },
    ]);
  });

  it('fields and types that are gone › are counted by their error', () => {
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

  it('two › have every request once, stretches of both', () => {
    const [finding, judging] = halvesOf(planned);
    expect([finding.requests.length, judging.requests.length]).toEqual([130, 100]);
    expect([...finding.requests.subarray(48, 52)]).toEqual([48 % 3, 49 % 3, 100 % 3, 101 % 3]);
    const times = (half: Planned) => countsOf(half).reduce((sum, one) => sum + one.times, 0);
    expect(times(finding) + times(judging)).toBe(230);
  });

  it('in turns › each shape as often', () => {
    const turns = inTurns(planned, 40);
    expect([...shapeCounts(turns)]).toEqual([
      ['x', 40],
      ['y', 40],
    ]);
    expect([...turns.requests.subarray(0, 4)]).toEqual([0, 2, 1, 2]);
  });
});

describe('what could be stored more of', () => {
  const shape = (name: string, structure: string, timeShare = 0.5) => ({
    shape: name,
    structures: [structure],
    timeShare,
  });
  const larger = (items: number, ...shapes: ReturnType<typeof shape>[]): string[] =>
    largerFor({ shapes }, [items], DEFAULT_CHOICES).map(({ name }) => name);

  it('quantiles where runs are combined among many items, first items where pages are longer', () => {
    expect(larger(1e6, shape('/a?sort=b', 'order: walk the stored order'))).toEqual([
      '--quantiles 128',
      '--quantiles 256',
    ]);
    expect(larger(1e6, shape('/a?filter[b][_contains]=?&page[limit]=50', 'substring tree: counted'))).toEqual([
      '--first-items 50',
    ]);
  });

  it('nothing where types are small, pages short, or the shape takes little time', () => {
    expect(larger(1000, shape('/a?sort=b', 'order: walk the stored order'))).toEqual([]);
    expect(larger(1e6, shape('/a?filter[b][_contains]=?', 'substring tree: counted'))).toEqual([]);
    expect(larger(1e6, shape('/a?sort=b', 'order: walk the stored order', 0.01))).toEqual([]);
  });
});
