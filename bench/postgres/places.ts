/**
 * What is asked of places, beside PostGIS: Debian has it as postgresql-15-postgis-3.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import type { HandClass, HandContest } from './by-hand.js';

type Place = readonly [latitude: number, longitude: number];

const written = (degrees: number): number => Number(degrees.toFixed(7));

/** Half of them lie about one of a hundred towns, the others anywhere but at the poles. */
function placesOf(items: number, random: Random): readonly Place[] {
  const anywhere = (): Place => [written(random.unit() * 140 - 70), written(random.unit() * 360 - 180)];
  const towns = Array.from({ length: 100 }, anywhere);
  const nearby = (): number => (random.unit() - random.unit()) / 4;
  return Array.from({ length: items }, () => {
    const [latitude, longitude] = random.pick(towns);
    const near: Place = [written(latitude + nearby()), written(Math.max(-180, Math.min(180, longitude + nearby())))];
    return random.chance(0.5) ? near : anywhere();
  });
}

const point = ([latitude, longitude]: Place): string => `ST_MakePoint(${longitude}, ${latitude})`;

/** @param parameters what stands behind `/place?`. @param where which places, of `place`, and in which order */
const question = (parameters: string, where: string, order = 'number') => ({
  url: `/place?${parameters}`,
  sql: [`SELECT count(*) FROM place WHERE ${where}`, `SELECT id FROM place WHERE ${where} ORDER BY ${order} LIMIT 20`],
});

const near = (place: Place, metres: number) =>
  question(
    `filter[at][_near]=${place.join()},${metres}`,
    `ST_DWithin(at, ${point(place)}::geography, ${metres}, false)`,
  );

function box([south, longitude]: Place) {
  const west = written(Math.min(179, longitude));
  const borders = [west, south, written(west + 0.5), written(south + 0.5)].join();
  return question(`filter[at][_within]=${borders}`, `ST_Intersects(flat, ST_MakeEnvelope(${borders}, 4326))`);
}

const CLASSES: Readonly<Record<string, (place: Place) => ReturnType<typeof question>>> = {
  'within a kilometre': (place) => near(place, 1000),
  'within 100 kilometres': (place) => near(place, 100_000),
  'in a box of half a degree': box,
  'the nearest of all': (place) =>
    question(`sort=at.distance(${place.join()})`, 'true', `at <-> ${point(place)}::geography`),
};

/** Circles are asked of the sphere, boxes of the plane of degrees; each has its index. */
const tables = (load: string): readonly string[] => [
  'CREATE EXTENSION IF NOT EXISTS postgis SCHEMA public',
  `CREATE TABLE place AS SELECT _doc AS number, id, ST_SetSRID(ST_MakePoint(at[0], at[1]), 4326) AS flat,
     ST_MakePoint(at[0], at[1])::geography AS at FROM ${load}.place`,
  'ALTER TABLE place ADD PRIMARY KEY (number)',
  'CREATE INDEX ON place USING gist (flat)',
  'CREATE INDEX ON place USING gist (at)',
  'VACUUM ANALYZE place',
];

/** @param folder an empty one, for content and snapshots */
export async function placeContest(items: number, seed: number, folder: string): Promise<HandContest> {
  const places = placesOf(items, new Random(seed, 'bench/places'));
  const [content, snapshots] = [join(folder, 'export'), join(folder, 'snapshots')];
  mkdirSync(content);
  const lines = places.map(([latitude, longitude], n) =>
    JSON.stringify({ id: String(n), at: { latitude, longitude } }),
  );
  writeFileSync(join(content, 'place.ndjson'), `${lines.join('\n')}\n`);
  const contentTypes = [{ name: 'place', fields: [{ name: 'at', type: 'location' }] }];
  writeFileSync(join(content, 'model.json'), JSON.stringify({ space: 'places', contentTypes }));
  await buildSnapshot(content, snapshots, { files: diskFiles, strict: true });
  const classes = Object.entries(CLASSES).map(
    ([name, ask]): HandClass => ({ name, ask: (random) => ask(random.pick(places)) }),
  );
  return { name: `places_${items}_${seed}`, space: await openCurrent(diskFiles, snapshots), classes, tables };
}
