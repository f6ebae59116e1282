/**
 * How long does it take to find what is near, beside PostGIS? The same answers are demanded first.
 *
 * `npm run bench:postgres -- --places --items 1000000`; Debian has PostGIS as postgresql-15-postgis-3.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { connect } from '../../src/sql/connection/connect.js';
import { addressOf } from '../../src/sql/index.js';
import { startPostgres } from '../../test/support/postgres/server.js';
import { parseUrl, steleContestant } from '../harness/contestant.js';
import { POSTGRES_SETTINGS } from '../harness/postgres.js';
import { duration, right, terminalTable } from '../harness/results/tables.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { type Effort, measure } from '../harness/timing/measure.js';

type Place = readonly [latitude: number, longitude: number];

interface Question {
  /** What stands behind `/place?`. */
  readonly parameters: string;
  /** Which places, of `place`, and in which order. */
  readonly where: string;
  readonly order: string;
}

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

const CLASSES: Readonly<Record<string, (place: Place, random: Random) => Question>> = {
  'within a kilometre': near(1000),
  'within 100 kilometres': near(100_000),
  'in a box of half a degree': ([latitude, longitude]) => {
    const [west, south] = [written(Math.min(179, longitude)), latitude];
    const box = [west, south, written(west + 0.5), written(south + 0.5)].join(',');
    const where = `ST_Intersects(flat, ST_MakeEnvelope(${box}, 4326))`;
    return { parameters: `filter[at][_within]=${box}`, where, order: 'number' };
  },
  'the nearest of all': (place) => ({
    parameters: `sort=at.distance(${place.join(',')})`,
    where: 'true',
    order: `at <-> ${point(place)}::geography`,
  }),
};

function near(metres: number): (place: Place) => Question {
  return (place) => ({
    parameters: `filter[at][_near]=${place.join(',')},${metres}`,
    where: `ST_DWithin(at, ${point(place)}::geography, ${metres}, false)`,
    order: 'number',
  });
}

const sqlOf = ({ where, order }: Question): string =>
  `SELECT (SELECT count(*) FROM place WHERE ${where})::int AS total,
   array(SELECT number FROM place WHERE ${where} ORDER BY ${order} LIMIT 20)::text AS numbers`;

/** @returns a table of the classes */
export async function runPlaces(items: number, seed: number, effort: Effort): Promise<string> {
  const random = new Random(seed, 'bench/places');
  const places = placesOf(items, random);
  const folder = mkdtempSync(join(tmpdir(), 'stele-places-'));
  const server = await startPostgres(undefined, [...POSTGRES_SETTINGS]);
  try {
    const lines = places.map(([latitude, longitude], n) =>
      JSON.stringify({ id: String(n), at: { latitude, longitude } }),
    );
    writeFileSync(join(folder, 'place.ndjson'), `${lines.join('\n')}\n`);
    const contentTypes = [{ name: 'place', fields: [{ name: 'at', type: 'location' }] }];
    writeFileSync(join(folder, 'model.json'), JSON.stringify({ space: 'places', contentTypes }));
    await buildSnapshot(folder, join(folder, 'snapshots'), { files: diskFiles, strict: true });
    const space = await openCurrent(diskFiles, join(folder, 'snapshots'));
    const stele = steleContestant(space);
    load(server.sql, places);
    const client = await connect(addressOf(server.url()), 'bench');
    await client.query('SET search_path = public');
    const rows: string[][] = [];
    for (const [name, ask] of Object.entries(CLASSES)) {
      const questions = Array.from({ length: 200 }, () => ask(random.pick(places), random));
      const own = questions.map(({ parameters }) => stele.prepare(parseUrl(space.model, `/place?${parameters}`)));
      const other = questions.map((question) => () => client.query<Answer>(sqlOf(question)));
      for (const [number, run] of own.entries()) {
        const { data, meta }: Document = JSON.parse(Buffer.from(run()).toString());
        const [answer] = (await other[number]!()).rows;
        const found = `${meta.total} {${data.map(({ id }) => id).join(',')}}`;
        if (found === `${answer?.total} ${answer?.numbers}`) continue;
        throw new DifferenceError(`${questions[number]!.parameters}: ${found}, PostGIS ${JSON.stringify(answer)}`);
      }
      const runners = [
        { name: 'stele', runs: own },
        { name: 'PostGIS', runs: other, waits: true },
      ];
      for (const [who, timing] of await measure(runners, effort, random))
        rows.push([name, who, duration(timing.p50Us), duration(timing.p99Us)]);
    }
    await client.end();
    return terminalTable({ columns: [{ title: 'places' }, { title: 'by' }, right('p50'), right('p99')], rows });
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Answer {
  readonly total: number;
  readonly numbers: string;
}

interface Document {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly total: number };
}

/** Circles are asked of the sphere, boxes of the plane of degrees; each has its index. */
function load(sql: (text: string) => string, places: readonly Place[]): void {
  try {
    sql('CREATE EXTENSION postgis');
  } catch {
    throw new OperationError('There is no PostGIS to ask: apt-get install postgresql-15-postgis-3.');
  }
  sql(`CREATE TABLE raw (number int PRIMARY KEY, latitude float8, longitude float8);\nCOPY raw FROM STDIN;
${places.map(([latitude, longitude], number) => `${number}\t${latitude}\t${longitude}`).join('\n')}\n\\.
CREATE TABLE place AS SELECT number, ST_SetSRID(ST_MakePoint(longitude, latitude), 4326) AS flat,
  ST_MakePoint(longitude, latitude)::geography AS at FROM raw;
ALTER TABLE place ADD PRIMARY KEY (number); CREATE INDEX ON place USING gist (flat);
CREATE INDEX ON place USING gist (at); VACUUM ANALYZE place;`);
}
