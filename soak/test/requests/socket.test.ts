/**
 * Hostile conversations with a server over real connections. `STELE_FUZZ_SOCKET=100000 STELE_SEED=7 npx vitest run
 * soak/test/requests/socket.test.ts` holds more, or others; `npm run fuzz -- --socket` holds them with a server in a process of
 * its own.
 */
import { type Logger, pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { amount, isWhole } from '../../../testing/amount.js';
import { vocabularyOf } from '../../../testing/requests/writing/vocabulary.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { startBookshop } from '../../../testing/server/server.js';
import { fuzzConnections } from '../../requests/socket.js';

const count = Number(process.env['STELE_FUZZ_SOCKET'] ?? amount(600, 150));
const seed = Number(process.env['STELE_SEED'] ?? 1);

/** Log lines of level `error` and above. */
function errorLog(): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) };
}

describe(`hostile conversations, seed ${seed}`, () => {
  it(`${count} of them › no error of ours, no 5xx but of other kinds of HTTP, every refusal an error document`, {
    timeout: 1_800_000,
  }, async () => {
    const { logger, lines } = errorLog();
    const shop = await startBookshop({ logger });
    try {
      const { hostname, port } = new URL(shop.origin);
      const vocabulary = vocabularyOf(await openBookshop());
      const report = await fuzzConnections({ host: hostname, port: Number(port), vocabulary, seed, count, slowMs: 50 });
      expect(report.faults.map(({ index, fault, text }) => `case ${index}: ${fault}: ${JSON.stringify(text)}`)).toEqual(
        [],
      );
      expect(lines).toEqual([]);
      console.log(`conversations: ${report.responses} responses, slowest ${report.slowest[0]?.elapsedMs} ms`);
      expect(report.responses).toBeGreaterThan(count);
      // Every status there is a way to, the rare ones where enough are held, or the conversations have gone astray.
      expect([...report.byStatus.keys()]).toEqual(
        expect.arrayContaining([200, 204, 400, 404, 405, 406, 415, 501, ...(isWhole ? [304, 414, 431] : [])]),
      );
    } finally {
      await shop.stop();
    }
  });
});
