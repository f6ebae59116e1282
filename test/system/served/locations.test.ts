/**
 * Places: how they are delivered, asked for and refused, in every locale.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectSpace } from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { MemorySpace } from './memory-space.js';

const model = {
  space: 's',
  locales: [
    { code: 'en', default: true },
    { code: 'de', fallback: 'en' },
  ],
  contentTypes: [
    {
      name: 'shop',
      fields: [
        { name: 'place', type: 'location' },
        { name: 'desk', type: 'location', localized: true },
        { name: 'plain', type: 'location', filter: false, sort: false },
      ],
    },
  ],
};
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
  it('a place › is as it was written, latitude first', () => {
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

  it('the snapshot › is whole', async () => {
    expect((await verifySnapshot(space.disk, '/out', space.space.id)).problems).toEqual([]);
  });
});

describe('asked for', () => {
  it.each([
    ['filter[place][_exists]=false', ['nowhere']],
    ['filter[_NOT][][place][_exists]=true', ['nowhere']],
    ['filter[desk][_exists]=true', ['potsdam']],
    ['localeCode=de&filter[desk][_exists]=true', ['apia', 'potsdam']],
  ])('%s › %j', (search, ids) => {
    expect(space.ids('/shop', search)).toEqual(ids);
  });
});
