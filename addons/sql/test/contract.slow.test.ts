/**
 * The contract, answered by a database behind a server.
 */
import { describe, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { serveEngine } from '../../../src/server/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { contractSuite, httpBackend, pressSnapshots } from '../../../testing/contract/suite.js';
import { hasPostgres, startPostgres } from '../../../testing/postgres/server.js';
import { followLoads, loadSpace, parseAddress } from '../index.js';

if (hasPostgres('the contract by SQL')) {
  contractSuite('a database, behind a server', async () => {
    const database = await startPostgres();
    const address = parseAddress(database.url());
    const space = await openCurrent(diskFiles, await pressSnapshots());
    await loadSpace(space, address, { schema: 'press', connections: 2, keep: 2, shrunk: () => [] });
    const limits = { connections: 4, statementMs: 10_000, waitMs: 10_000 };
    const server = await serveEngine({
      server: { host: '127.0.0.1', port: 0 },
      logger: capturingLogger('silent').logger,
      pollMs: 1000,
      follow: (events) => followLoads(address, { schema: 'press', pollMs: 1000, wait: false, limits }, events),
    });
    return httpBackend(`${server.origin}/delivery/jsonapi`, async () => {
      await server.close();
      await database.remove();
    });
  });
} else {
  describe('a database, behind a server', () => {
    it.skip('not tried here', () => undefined);
  });
}
