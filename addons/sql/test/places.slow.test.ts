/**
 * Places at the antimeridian, the poles, the equator and Greenwich, asked of tables: as a plain reading answers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { DEFAULT_BASE } from '../../../src/server/index.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../testing/postgres/server.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import {
  LIMIT,
  type Listed,
  MODEL,
  PAGES,
  questionsFrom,
  shopsFrom,
  shownIn,
  shownOf,
} from '../../../testing/samples/places.js';
import { pickFrom } from '../../../testing/samples/toys.js';
import { answerFrom, loadSpace, openPublishedLoad, parseAddress } from '../index.js';

const spaces = 2;
const asked = 120;
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);

const distancesIn = ({ data }: Listed): readonly unknown[] => data.map(({ meta }) => meta?.distance);

/**
 * Sines of the database are not those of this process, so only places that are equal to the last digit stand in an order
 * that is known: that of the export.
 */
function byPlace({ data }: Listed): Iterable<readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const { id, attributes } of data) {
    const { latitude, longitude } = attributes.place;
    const place = Math.abs(latitude) === 90 ? `${latitude}` : `${latitude},${longitude === -180 ? 180 : longitude}`;
    groups.set(place, [...(groups.get(place) ?? []), Number(id.slice(1))]);
  }
  return groups.values();
}

describe.runIf(hasPostgres('places by SQL'))('places at poles and antimeridian, by SQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  it('any box, circle and order › equal the naive result', { timeout: 600_000 }, async () => {
    for (let seed = firstSeed; seed < firstSeed + spaces; seed += 1) {
      const shops = shopsFrom(pickFrom(seed), seed % 2 === 0 ? 40 : 900);
      const { space } = await MemorySpace.of(MODEL, { shop: shops.map((shop) => ({ ...shop })) });
      const [address, schema] = [parseAddress(server.url()), `places_${seed}`];
      await loadSpace(space, address, { schema, connections: 4, keep: 2, shrunk: () => [] });
      await openPublishedLoad(address, schema, 10_000, async (loaded) => {
        for (const question of questionsFrom(seed, shops, asked)) {
          for (const skip of PAGES) {
            const search = `${question.search}&page[limit]=${LIMIT}&page[skip]=${skip}`;
            const text = await answerFrom(loaded, parseRequest(loaded.model, '/shop', `?${search}`), DEFAULT_BASE);
            const found: Listed = JSON.parse(text.toString());
            const label = `seed ${seed}: ${search}`;
            expect(found.meta.total, label).toBe(question.expected.length);
            if (question.from === undefined) expect(shownIn(found), label).toEqual(shownOf(question, skip));
            else {
              expect(distancesIn(found), label).toEqual(shownOf(question, skip).map(([, , distance]) => distance));
              for (const ids of byPlace(found)) expect(ids, label).toEqual(ids.toSorted((a, b) => a - b));
            }
          }
        }
      });
    }
  });
});
