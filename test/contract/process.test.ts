/**
 * The contract, tested in this process: by URL, and with query objects.
 */
import { type AnyContent, openSnapshot } from '../../src/client/library/index.js';
import { objectBackend } from '../../testing/contract/by-object.js';
import { contractSuite, pressSnapshots } from '../../testing/contract/suite.js';

contractSuite('a snapshot in the process, by address', async () => {
  const space = await openSnapshot<AnyContent>(await pressSnapshots());
  return {
    async ask(target) {
      const { status, body } = space.answer(target);
      return { status, document: JSON.parse(Buffer.from(body).toString()) };
    },
    close: async () => space.close(),
  };
});

contractSuite(
  'a snapshot in the process, with query objects',
  async () => objectBackend(await openSnapshot<AnyContent>(await pressSnapshots()), async () => undefined),
  { asksByObject: true },
);
