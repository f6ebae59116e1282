/**
 * Conditions side by side behind relationships, asked of tables: the same as a plain reading of their names selects.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { DEFAULT_BASE } from '../../../src/server/index.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../testing/postgres/server.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { questionsFrom } from '../../../testing/samples/toy-questions.js';
import { MODEL, pickFrom, rowsFrom } from '../../../testing/samples/toys.js';
import { answerFrom, loadSpace, openPublishedLoad, parseAddress } from '../index.js';

const spaces = 3;
const asked = 60;
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);

describe.runIf(hasPostgres('conditions side by side by SQL'))('several conditions on relationships, by SQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  it('any conditions › equal the naive result', { timeout: 600_000 }, async () => {
    let nonEmpty = 0;
    for (let seed = firstSeed; seed < firstSeed + spaces; seed += 1) {
      const pick = pickFrom(seed);
      const rows = rowsFrom(pick);
      const { space } = await MemorySpace.of(MODEL, rows, { strict: false });
      const [address, schema] = [parseAddress(server.url()), `toys_${seed}`];
      await loadSpace(space, address, { schema, connections: 4, keep: 2, shrunk: () => [] });
      await openPublishedLoad(address, schema, 10_000, async (loaded) => {
        for (const { path, steps } of questionsFrom(pick, rows, asked)) {
          for (const { search, expected } of steps) {
            const text = await answerFrom(loaded, parseRequest(loaded.model, path, search), DEFAULT_BASE);
            const { data }: { data: { id: string }[] } = JSON.parse(text.toString());
            const label = `seed ${seed}: ${path}?${search}`;
            expect(
              data.map(({ id }) => id),
              label,
            ).toEqual(expected);
            nonEmpty += Number(data.length > 0);
          }
        }
      });
    }
    expect(nonEmpty).toBeGreaterThan(spaces * asked);
  });
});
