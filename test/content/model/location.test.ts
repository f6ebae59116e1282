import { describe, expect, it } from 'vitest';
import { plainReader } from '../../../build/read/values/plain-reader.js';
import { decodeLocation, encodeLocation, latitudeUnits, longitudeUnits } from '../../../src/content/model/index.js';

const read = plainReader({ name: 'place', type: 'location' });

const shown = (json: string): unknown => {
  const held = read(json);
  return typeof held === 'number' ? decodeLocation(held) : held;
};

describe('a location in the index', () => {
  it.each([
    [0, 0],
    [-90, -180],
    [90, 180],
    [-90, 180],
    [90, -180],
    [52.5200066, 13.404954],
    [-0.0000001, 0.0000001],
    [89.9999999, -179.9999999],
  ])('%d, %d › is decoded unchanged', (latitude, longitude) => {
    expect(shown(JSON.stringify({ latitude, longitude }))).toEqual({ latitude, longitude });
  });

  it('any coordinates › are encoded as a distinct, finite float that is not negative', () => {
    const corners = [-900_000_000, -1, 0, 1, 899_999_999, 900_000_000];
    const held = corners.flatMap((latitude) => corners.map((half) => encodeLocation(latitude, half * 2)));
    expect(new Set(held).size).toBe(corners.length ** 2);
    for (const one of held) {
      expect(one).toBeGreaterThanOrEqual(0);
      expect(one).toBeLessThan(Number.POSITIVE_INFINITY);
      expect(encodeLocation(latitudeUnits(one), longitudeUnits(one))).toBe(one);
    }
  });

  it('locations of one grid cell › are neighbours in the order', () => {
    // Degrees, so many to a cell; cells begin at the south pole and the antimeridian.
    const cell = (latitude: number, longitude: number): string =>
      `${Math.floor((latitude * 1e7 + 9e8) / 2 ** 28)}/${Math.floor((longitude * 1e7 + 18e8) / 2 ** 28)}`;
    const places = Array.from({ length: 400 }, (_, at) => [((at * 37) % 180) - 90, ((at * 101) % 360) - 180] as const);
    const inOrder = places
      .toSorted((a, b) => encodeLocation(a[0] * 1e7, a[1] * 1e7) - encodeLocation(b[0] * 1e7, b[1] * 1e7))
      .map(([latitude, longitude]) => cell(latitude, longitude));
    const changes = inOrder.filter((one, at) => one !== inOrder[at - 1]).length;
    expect(changes).toBe(new Set(inOrder).size);
  });
});

describe('a location in an export', () => {
  it.each([
    ['{"latitude": 52.5, "longitude": 13}', { latitude: 52.5, longitude: 13 }],
    ['{"type": "Point", "coordinates": [13, 52.5]}', { latitude: 52.5, longitude: 13 }],
    ['{"latitude": -0, "longitude": -0.0}', { latitude: 0, longitude: 0 }],
    ['{"latitude": 1e-7, "longitude": 1.8e2}', { latitude: 1e-7, longitude: 180 }],
    ['{"latitude": 1.50000000000, "longitude": 2}', { latitude: 1.5, longitude: 2 }],
  ])('%s › is read', (json, expected) => {
    expect(shown(json)).toEqual(expected);
  });

  it.each([
    '{"latitude": 90.0000001, "longitude": 0}',
    '{"latitude": 0, "longitude": -181}',
    '{"latitude": "52", "longitude": 13}',
    '{"latitude": 0.00000001, "longitude": 13}',
    '{"latitude": 52}',
    '{"latitude": null, "longitude": 13}',
    '{"latitude": 52, "longitude": 13, "altitude": 34}',
    '{"type": "Point", "coordinates": [13]}',
    '{"type": "Point", "coordinates": [13, 52, 34]}',
    '{"type": "LineString", "coordinates": [[13, 52], [13, 53]]}',
    '[13, 52]',
    '"52,13"',
  ])('%s › is refused', (json) => {
    expect(read(json)).toBeUndefined();
  });
});
