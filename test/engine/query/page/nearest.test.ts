/**
 * Pages by distance, of thousands of locations, against sorting all of them.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { haversine, originOf, unitsOfDegrees } from '../../../../src/content/model/index.js';
import { MemorySpace } from '../../../../testing/samples/memory-space.js';
import { modelOf } from '../../../../testing/samples/model.js';

interface Shop {
  readonly id: string;
  readonly open: boolean;
  readonly size: number;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}

let state = 11;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

/** Half of them in a town, many of these at one place; some nowhere. */
const shops = Array.from({ length: 6000 }, (_, at): Shop => {
  const anywhere = {
    latitude: (random(1_800_001) - 900_000) / 10_000,
    longitude: (random(3_600_001) - 1_800_000) / 10_000,
  };
  const town = { latitude: (52_000 + random(900)) / 1000, longitude: (13_000 + random(900)) / 1000 };
  const place =
    at % 13 === 0 ? null : at % 2 === 0 ? anywhere : at % 5 === 0 ? { latitude: 52.5, longitude: 13.4 } : town;
  return { id: `s${at}`, open: at % 3 === 0, size: random(4), place };
});

let space: MemorySpace;
beforeAll(async () => {
  space = await MemorySpace.of(modelOf({ shop: { open: 'boolean', size: 'integer', place: 'location' } }), {
    shop: shops.map((shop) => ({ ...shop })),
  });
});

const centres = [
  { latitude: 52.5, longitude: 13.4 },
  { latitude: -33, longitude: -179.99 },
  { latitude: 90, longitude: 0 },
  { latitude: 0, longitude: 0 },
];

function expected(
  from: (typeof centres)[number],
  keep: (shop: Shop) => boolean,
  sign: number,
  then: (a: Shop, b: Shop) => number,
): readonly string[] {
  const origin = originOf(from);
  const far = ({ place }: Shop): number =>
    place === null
      ? Number.POSITIVE_INFINITY
      : sign * haversine(origin, unitsOfDegrees(place.latitude), unitsOfDegrees(place.longitude));
  return shops
    .filter(keep)
    .map((shop) => ({ shop, distance: far(shop) }))
    .sort((a, b) => (a.distance === b.distance ? then(a.shop, b.shop) : a.distance < b.distance ? -1 : 1))
    .map(({ shop }) => shop.id);
}

const unordered = (): number => 0;

describe.each(centres)('from $latitude, $longitude', (centre) => {
  const key = `place.distance(${centre.latitude},${centre.longitude})`;

  it.each<[string, string, (shop: Shop) => boolean, number, (a: Shop, b: Shop) => number]>([
    ['all', `sort=${key}`, () => true, 1, unordered],
    ['all, the farthest first', `sort=-${key}`, () => true, -1, unordered],
    ['many', `sort=${key}&filter[open][_eq]=false`, ({ open }) => !open, 1, unordered],
    ['many, the farthest first', `sort=-${key}&filter[open][_eq]=false`, ({ open }) => !open, -1, unordered],
    ['ties by another field', `sort=${key},-size`, () => true, 1, (a, b) => b.size - a.size],
    [
      'what lies elsewhere',
      `sort=${key}&filter[_NOT][][place][_near]=${centre.latitude},${centre.longitude},9000000`,
      ({ place }) =>
        place === null ||
        haversine(originOf(centre), unitsOfDegrees(place.latitude), unitsOfDegrees(place.longitude)) >
          Math.sin(9_000_000 / (2 * 6_371_008.8)) ** 2,
      1,
      unordered,
    ],
  ])('%s › each page is that of all in order', (_, search, keep, sign, then) => {
    const ids = expected(centre, keep, sign, then);
    const ends = [0, 1, 20, 99, 700, 1500, 2500, ids.length - 500, ids.length - 101, ids.length - 20, ids.length];
    for (const skip of ends.filter((end) => end >= 0)) {
      const page = space.document('/shop', `${search}&page[limit]=40&page[skip]=${skip}`);
      expect(page.meta.total).toBe(ids.length);
      expect(page.data.map(({ id }: Shop) => id)).toEqual(ids.slice(skip, skip + 40));
    }
  });

  it('after another field › breaks its ties', () => {
    const all = expected(centre, () => true, 1, unordered);
    const sizeOf = new Map(shops.map(({ id, size }) => [id, size]));
    const ids = all.toSorted((a, b) => sizeOf.get(a)! - sizeOf.get(b)!);
    for (const skip of [0, 1490, 3000, 5990]) {
      expect(space.ids('/shop', `sort=size,${key}&page[limit]=40&page[skip]=${skip}`)).toEqual(
        ids.slice(skip, skip + 40),
      );
    }
  });
});
