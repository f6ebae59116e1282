/**
 * The servers that examples ask: the bookshop as everybody starts it, and the same in the states that need one.
 */

import { checkHost, LiveKeys, type ServerOptions } from '../../../src/server/index.js';
import { hashSecret } from '../../../src/server/keys/secret.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { openLeanBookshop } from '../../../testing/samples/lean-bookshop.js';
import { openMuseum } from '../../../testing/samples/museum.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';
import type { ServerName } from './examples.js';

/** The page shows the secrets, which those of keys that `stele keys add` makes are never. */
function keysOf(): LiveKeys {
  const spaces = ['bookshop'];
  const keys = [
    { name: 'example', sha256: hashSecret('stele_example'), spaces },
    { name: 'hasty', sha256: hashSecret('stele_hasty'), spaces, rate: 0.001 },
  ];
  const live = new LiveKeys({ keys, problem: null });
  const hasty = live.find('stele_hasty');
  if (hasty.kind === 'known') hasty.bucket?.take();
  return live;
}

async function optionsOf(name: ServerName): Promise<Partial<ServerOptions>> {
  const space = await openBookshop();
  switch (name) {
    case '':
      return {};
    case 'spaces':
      return {
        spaces: [
          { name: 'bookshop', space },
          { name: 'library', space },
        ],
      };
    case 'guarded':
      return {
        spaces: [
          { name: 'bookshop', space },
          { name: 'library', space },
        ],
        keys: keysOf(),
      };
    case 'hosts':
      return { hosts: [{ space: 'bookshop', ...checkHost('shop.example') }] };
    case 'public':
      return { publicUrl: 'https://cdn.example/content' };
    case 'unloaded':
      return { spaces: [{ name: 'bookshop', space: undefined }] };
    case 'broken': {
      const model = {
        get: (): never => {
          throw new Error('a failure made on purpose');
        },
      };
      return { spaces: [{ name: 'bookshop', space: Object.defineProperty({ ...space }, 'model', model) }] };
    }
    case 'frugal':
      return { maxCostMs: 0.001 };
    case 'lean':
      return { spaces: [{ name: 'bookshop', space: await openLeanBookshop() }] };
    case 'locales':
      return { spaces: [{ name: 'museum', space: await openMuseum() }] };
    case 'impatient':
      return { timeouts: { headersMs: 300, requestMs: 300, checkMs: 50 } };
  }
}

/** Starts each server when it is first asked for. */
export class Servers {
  readonly #started = new Map<ServerName, Promise<Bookshop>>();

  get(name: ServerName): Promise<Bookshop> {
    let server = this.#started.get(name);
    if (server === undefined) {
      server = optionsOf(name).then(startBookshop);
      this.#started.set(name, server);
    }
    return server;
  }

  async stop(): Promise<void> {
    for (const server of this.#started.values()) await (await server).stop();
    this.#started.clear();
  }
}
