/**
 * Places: how they are delivered, asked for and refused, in every locale.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectSpace } from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { modelOf } from '../../../testing/samples/model.js';
import { problemTexts } from '../../jsonapi/parsing.js';

const model = modelOf(
  {
    shop: {
      place: 'location',
      desk: { type: 'location', localized: true },
      plain: { type: 'location', filter: false, sort: false },
    },
  },
  {
    locales: [
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
    ],
  },
);
const shops = [
  '{"id":"berlin","place":{"latitude":52.52,"longitude":13.405},"plain":{"latitude":1,"longitude":2}}',
  '{"id":"suva","place":{"type":"Point","coordinates":[178.45,-18.14]}}',
  '{"id":"apia","place":{"longitude":-171.76,"latitude":-13.83},"desk":{"de":{"latitude":0,"longitude":0}}}',
  '{"id":"nowhere","place":null}',
  '{"id":"potsdam","place":{"latitude":52.3989,"longitude":13.0657},"desk":{"en":{"latitude":1,"longitude":1}}}',
  '{"id":"pole","place":{"latitude":-90,"longitude":180}}',
  '{"id":"twin","place":{"latitude":52.52,"longitude":13.405}}',
];

let space: MemorySpace;
beforeAll(async () => {
  space = await MemorySpace.of(model, { shop: shops });
});

describe('delivered', () => {
  it('a place › equals the export, latitude first', () => {
    expect(space.text('/shop/berlin')).toContain('"place":{"latitude":52.52,"longitude":13.405},"desk":null');
    expect(space.text('/shop/suva')).toContain('"place":{"latitude":-18.14,"longitude":178.45}');
    expect(space.text('/shop/nowhere')).toContain('"place":null');
  });

  it('populated › counts places', () => {
    const [type] = inspectSpace(space.space).types;
    expect(type?.fields.map(({ name, populated, distinct }) => [name, populated, distinct])).toEqual([
      ['id', 7, 7],
      ['place', 6, 5],
      ['desk', 1, 1],
      ['plain', 1, undefined],
    ]);
  });

  it('the snapshot › verifies', async () => {
    expect((await verifySnapshot(space.disk, '/out', space.space.id)).problems).toEqual([]);
  });
});

describe('refused', () => {
  const circle = '<latitude>,<longitude>,<metres>, such as 52.52,13.405,1000';
  const box = '<west>,<south>,<east>,<north>, such as 13.1,52.3,13.8,52.7';

  it.each([
    ['_near', '91,0,5', circle, 'The latitude 91 is not from -90 to 90'],
    ['_near', '0,-180.5,5', circle, 'The longitude -180.5 is not from -180 to 180'],
    ['_near', '0,0,-1', circle, 'The radius -1 is negative; it must be 0 or more'],
    ['_near', '0,0', circle, 'These are not 3 numbers with commas between them'],
    ['_near', '0,0,1,2', circle, 'These are not 3 numbers with commas between them'],
    ['_near', '0,0,1km', circle, '"1km" is not a number of digits with a point'],
    ['_near', '0,0,1e3', circle, '"1e3" is not a number of digits with a point'],
    ['_within', '0,0,1', box, 'These are not 4 numbers with commas between them'],
    ['_within', '0,5,1,4', box, 'The south 5 is north of the north 4; the order is west, south, east, north'],
    ['_within', '0,0,181,4', box, 'The east 181 is not from -180 to 180'],
    ['_within', '0,0,1,NaN', box, '"NaN" is not a number of digits with a point'],
  ])('%s=%s', (operator, value, form, why) => {
    expect(problemTexts('/odd', `filter[place][${operator}]=${value}`)).toEqual([
      `InvalidValue [filter[place][${operator}]] "${value}" is not a value for "place" (location), which takes ${form}. ${why}.`,
    ]);
  });
});

describe('filtered and sorted', () => {
  it.each([
    ['filter[place][_exists]=false', ['nowhere']],
    ['filter[_NOT][][place][_exists]=true', ['nowhere']],
    ['filter[desk][_exists]=true', ['potsdam']],
    ['filter[place][_near]=52.52,13.405,0', ['berlin', 'twin']],
    ['filter[place][_near]=52.52,13.405,26000', ['berlin', 'twin']],
    ['filter[place][_near]=52.52,13.405,27000', ['berlin', 'potsdam', 'twin']],
    ['filter[_NOT][][place][_near]=52.52,13.405,27000', ['suva', 'apia', 'nowhere', 'pole']],
    ['filter[place][_near]=0,0,20020000', ['berlin', 'suva', 'apia', 'potsdam', 'pole', 'twin']],
    ['filter[place][_near]=-89.5,0,60000', ['pole']],
    ['filter[place][_near]=-16,180,1100000', ['suva', 'apia']],
    ['filter[place][_within]=170,-20,-170,-10', ['suva', 'apia']],
    ['filter[place][_within]=-180,-90,180,90', ['berlin', 'suva', 'apia', 'potsdam', 'pole', 'twin']],
    ['filter[place][_within]=13.405,52.52,13.405,52.52', ['berlin', 'twin']],
    ['filter[place][_within]=13,52.3989,13.1,53', ['potsdam']],
    ['filter[place][_near]=52.52,13.405,27000&filter[id][_neq]=berlin', ['potsdam', 'twin']],
    [
      'filter[_OR][][place][_near]=52.52,13.405,1&filter[_OR][][place][_within]=170,-20,180,0',
      ['berlin', 'suva', 'twin'],
    ],
    ['filter[desk][_near]=0,0,1', []],
    ['localeCode=de&filter[desk][_near]=0,0,1', ['apia']],
    ['localeCode=de&filter[desk][_exists]=true', ['apia', 'potsdam']],
  ])('%s › %j', (search, ids) => {
    expect(space.ids('/shop', search)).toEqual(ids);
  });
});

describe('sorted by distance', () => {
  const near = 'sort=place.distance(52.5,13.4)';

  it.each([
    [near, ['berlin', 'twin', 'potsdam', 'apia', 'pole', 'suva', 'nowhere']],
    ['sort=-place.distance(52.5,13.4)', ['suva', 'pole', 'apia', 'potsdam', 'berlin', 'twin', 'nowhere']],
    [`${near},-id`, ['twin', 'berlin', 'potsdam', 'apia', 'pole', 'suva', 'nowhere']],
    ['sort=place.distance(-16,180),id', ['suva', 'apia', 'pole', 'berlin', 'twin', 'potsdam', 'nowhere']],
    [`${near}&page[skip]=1&page[limit]=2`, ['twin', 'potsdam']],
    [`${near}&page[skip]=5&page[limit]=5`, ['suva', 'nowhere']],
    [`${near}&page[skip]=6`, ['nowhere']],
    [`${near}&filter[place][_near]=52.5,13.4,40000`, ['berlin', 'twin', 'potsdam']],
    [`localeCode=de&sort=desk.distance(1,1)`, ['potsdam', 'apia', 'berlin', 'suva', 'nowhere', 'pole', 'twin']],
  ])('%s › %j', (search, ids) => {
    expect(space.ids('/shop', search)).toEqual(ids);
  });

  it('a resource › has its distance in metres next to its locales; without a place it has none', () => {
    const { data } = space.document('/shop', near);
    expect(data[0].meta).toEqual({ locales: [], distance: 2249.5 });
    expect(data.at(-1).meta).toEqual({ locales: [] });
    expect(space.document('/shop', 'sort=id').data[0].meta).toEqual({ locales: ['de'] });
  });

  it.each([
    [
      'sort=place',
      'InvalidParameter [sort] A list cannot be sorted by "place": it is a location; write the origin of the distance: place.distance(<latitude>,<longitude>).',
    ],
    [
      'sort=place.distance(91,0)',
      'InvalidParameter [sort] "place.distance(91,0)" is not a distance from a place: the form is <field>.distance(<latitude>,<longitude>), such as place.distance(52.52,13.405). The latitude 91 is not from -90 to 90.',
    ],
    [
      'sort=place.distance(1)',
      'InvalidParameter [sort] "place.distance(1)" is not a distance from a place: the form is <field>.distance(<latitude>,<longitude>), such as place.distance(52.52,13.405). These are not 2 numbers with commas between them.',
    ],
    [
      'sort=or.distance(1,2)',
      'InvalidParameter [sort] "or" has no distance: it is of type text, and only a location has one.',
    ],
    [
      'sort=place.distance(1,2),-place.distance(3,4)',
      'InvalidParameter [sort] "sort" has two distances; measure one of them.',
    ],
    [
      'filter[place][latitude][_eq]=1',
      'InvalidParameter [filter[place][latitude][_eq]] The name "filter[place][latitude][_eq]" has more after "latitude", where an operator ends it: write filter[place][_near]=<latitude>,<longitude>,<metres>.',
    ],
  ])('%s › is refused', (search, problem) => {
    expect(problemTexts('/odd', search)).toEqual([problem]);
  });
});

describe('counted by distance', () => {
  const asked = '_facet[place]=9&_facet[place][from]=52.5,13.4&_facet[place][ranges]=2300,30000,15600000';

  it('each range › has the items up to and including its end in metres', () => {
    const { meta } = space.document('/shop', `${asked}&_facet[place][sort]=value`);
    expect(meta.facets.place).toEqual({
      values: [
        { value: { to: 2300 }, count: 2 },
        { value: { from: 2300, to: 30000 }, count: 1 },
        { value: { from: 15600000 }, count: 3 },
      ],
      total: 3,
      missing: 1,
    });
    const { meta: some } = space.document('/shop', `${asked}&filter[id][_in]=twin,suva,nowhere`);
    expect(some.facets.place).toEqual({
      values: [
        { value: { to: 2300 }, count: 1 },
        { value: { from: 15600000 }, count: 1 },
      ],
      total: 2,
      missing: 1,
    });
  });

  it.each([
    ['_facet[place]=3', '_facet[place]'],
    ['_facet[place]=3&_facet[place][from]=1,2', '_facet[place]'],
    ['_facet[place]=3&_facet[place][ranges]=1,2', '_facet[place]'],
  ])('%s › is refused', (search, parameter) => {
    expect(problemTexts('/odd', search)).toEqual([
      `InvalidParameter [${parameter}] "place" is a location and is counted by distance: next to _facet[place], write _facet[place][from]=<latitude>,<longitude> and _facet[place][ranges]=1000,5000, in metres.`,
    ]);
  });

  it.each([
    [
      '[from]=91,2',
      '"91,2" is not a value for "_facet[place][from]", which takes a place: <latitude>,<longitude>, such as 52.52,13.405.',
    ],
    [
      '[ranges]=-5,2',
      '"-5" is not a number that can divide "place" (location). Write numbers, ascending, separated by commas, such as 0,10,20.',
    ],
  ])('%s › is refused', (option, detail) => {
    const rest = option.startsWith('[from]') ? '[ranges]=1' : '[from]=1,2';
    const problems = problemTexts('/odd', `_facet[place]=3&_facet[place]${rest}&_facet[place]${option}`);
    expect(problems).toEqual([expect.stringContaining(detail)]);
  });
});

describe('the antimeridian', () => {
  const places = [
    { id: 'ridge', place: { latitude: -16.85, longitude: -180 } },
    { id: 'shore', place: { latitude: -16.85, longitude: 179.9999999 } },
    { id: 'hill', place: { latitude: -16.85, longitude: 180 } },
    { id: 'pole', place: { latitude: 90, longitude: 180 } },
    { id: 'cape', place: { latitude: -16.85, longitude: -179.9999999 } },
  ];
  let island: MemorySpace;
  beforeAll(async () => {
    island = await MemorySpace.of(modelOf({ spot: { place: 'location' } }), { spot: places });
  });

  it.each([
    ['179,-17,180,-16', ['ridge', 'shore', 'hill']],
    ['-180,-17,-179,-16', ['ridge', 'hill', 'cape']],
    ['180,-17,180,-16', ['ridge', 'hill']],
    ['-180,-17,-180,-16', ['ridge', 'hill']],
    ['180,-17,-180,-16', ['ridge', 'hill']],
    ['-180,-17,180,-16', ['ridge', 'shore', 'hill', 'cape']],
    ['179,-17,-180,-16', ['ridge', 'shore', 'hill']],
    ['180,-17,-179,-16', ['ridge', 'hill', 'cape']],
    ['179,-17,-179,-16', ['ridge', 'shore', 'hill', 'cape']],
    ['179.99999999999999,-17,179.99999999999999,-16', ['ridge', 'hill']],
    ['-179,-17,179,-16', []],
    // A box has longitudes as they are written; only circles know that they meet at a pole.
    ['0,80,10,90', []],
  ])('_within=%s › %j, for either number of the meridian', (box, ids) => {
    expect(island.ids('/spot', `filter[place][_within]=${box}`)).toEqual(ids);
  });

  it.each([
    ['-16.85,180,0', ['ridge', 'hill']],
    ['-16.85,-180,0', ['ridge', 'hill']],
    ['-16.85,-180,1', ['ridge', 'shore', 'hill', 'cape']],
    ['90,-35,0', ['pole']],
  ])('_near=%s › %j', (circle, ids) => {
    expect(island.ids('/spot', `filter[place][_near]=${circle}`)).toEqual(ids);
  });

  it.each([180, -180])('distances from %d › are equal on both sides, with ties in export order', (longitude) => {
    const { data } = island.document('/spot', `sort=place.distance(-16.85,${longitude})`);
    expect(data.map(({ id, meta }: { id: string; meta: object }) => [id, meta])).toEqual([
      ['ridge', { distance: 0 }],
      ['hill', { distance: 0 }],
      ['shore', { distance: 0 }],
      ['cape', { distance: 0 }],
      ['pole', { distance: 11881194.3 }],
    ]);
  });

  it('distances from any point › are equal to the last bit, so ties are in export order', () => {
    const wrong: string[] = [];
    for (let at = 0; at < 500; at += 1) {
      const from = `${(at * 0.356_371_377_713 - 89).toFixed(10)},${(at * 0.717_171_713_377 - 179).toFixed(10)}`;
      for (const sign of ['', '-']) {
        const ids = island.ids('/spot', `sort=${sign}place.distance(${from})&filter[id][_in]=ridge,hill`);
        if (ids.join() !== 'ridge,hill') wrong.push(`${sign}${from}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('counted by distance › are in one range', () => {
    const asked = '_facet[place]=9&_facet[place][from]=-16.85,-180&_facet[place][ranges]=0.005,1';
    const { facets } = island.document('/spot', asked).meta;
    expect(facets.place.values).toEqual([
      { value: { to: 0.005 }, count: 2 },
      { value: { from: 0.005, to: 1 }, count: 2 },
      { value: { from: 1 }, count: 1 },
    ]);
  });

  it('delivered › is the number of the export', () => {
    const { data } = island.document('/spot', 'filter[place][_within]=180,-17,180,-16');
    const shown = data.map(
      ({ attributes }: { attributes: { place: { longitude: number } } }) => attributes.place.longitude,
    );
    expect(shown).toEqual([-180, 180]);
  });
});
