import { describe, expect, it } from 'vitest';
import { choosePlane, normalizeLongitude } from '../app/browse/project.js';

const [width, height] = [720, 300];

describe('a plane of places', () => {
  it.each([
    ['one', [{ latitude: 52.5, longitude: 13.4 }]],
    [
      'a town',
      [
        { latitude: 52.5, longitude: 13.4 },
        { latitude: 52.4, longitude: 13.1 },
      ],
    ],
    [
      'over the antimeridian',
      [
        { latitude: -18, longitude: 178.4 },
        { latitude: -13.8, longitude: -171.7 },
      ],
    ],
    [
      'the earth',
      [
        { latitude: 90, longitude: 179 },
        { latitude: -90, longitude: -179 },
        { latitude: 0, longitude: 0 },
      ],
    ],
  ])('%s › all places are on the map, north above south and west before east', (_, places) => {
    const plane = choosePlane(places, width, height);
    for (const place of places) {
      const { x, y } = plane.locate(place);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(height);
    }
    expect(plane.meridians.length + plane.parallels.length).toBeGreaterThan(1);
    expect(plane.meridians.length).toBeLessThan(60);
    const [here] = places;
    if (here === undefined || here.latitude === 90) return;
    expect(plane.locate({ ...here, latitude: here.latitude + 0.001 }).y).toBeLessThan(plane.locate(here).y);
    expect(plane.locate({ ...here, longitude: here.longitude + 0.001 }).x).toBeGreaterThan(plane.locate(here).x);
  });

  it('places on both sides of the antimeridian › are as far apart as on the earth', () => {
    const [fiji, samoa] = [
      { latitude: 0, longitude: 179 },
      { latitude: 0, longitude: -179 },
    ];
    const plane = choosePlane([fiji, samoa], width, height);
    expect(plane.locate(samoa).x).toBeGreaterThan(plane.locate(fiji).x);
    expect(plane.meridians.map(normalizeLongitude)).toContain(180);
    expect(plane.meridians.map(normalizeLongitude)).toContain(-179);
  });
});
