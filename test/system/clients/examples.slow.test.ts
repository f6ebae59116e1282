/**
 * What docs/ask/clients.md shows for each client but WarpDrive (warp-drive/example.slow.test.ts) is what happens.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientExamples, runExample } from '../../../testing/clients/examples.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const examples = clientExamples();

describe('docs/ask/clients.md', () => {
  let shop: Bookshop;
  beforeAll(async () => {
    shop = await startBookshop();
  });
  afterAll(() => shop?.stop());

  it('every client › has an example', () => {
    expect(examples.map(({ client }) => client)).toEqual([
      'client',
      'fetch',
      'qs',
      'axios',
      'jsona',
      'kitsu',
      'devour',
      'warp-drive',
    ]);
  });

  it.each(examples.filter(({ client }) => client !== 'warp-drive'))(
    '$client › prints the output on the page',
    async (example) => {
      expect(await runExample(example, shop.base, new URL('.', import.meta.url))).toBe(`${example.printed}\n`);
    },
  );
});
