/**
 * The contract, tested on a server: with everything in memory, with paged files, and through the client.
 */
import { type AnyContent, connect } from '../../src/client/http/index.js';
import { EXECUTABLE, start } from '../../testing/cli/stele.js';
import { objectBackend } from '../../testing/contract/by-object.js';
import { type Backend, contractSuite, httpBackend, pressSnapshots } from '../../testing/contract/suite.js';
import { isThere } from '../../testing/is-there.js';
import { newerNode } from '../../testing/other-nodes.js';

const ROOT = '/delivery/jsonapi';

/** Starts `stele serve`. @param node executable. @returns its origin, and a function that stops it */
async function served(args: readonly string[], node = process.execPath) {
  const all = ['serve', await pressSnapshots(), '--port', '0', '--drain-delay', '0', ...args];
  const { child, until, ended } = start(EXECUTABLE, all, {}, node);
  const origin = /http:\/\/[\d.]+:\d+/.exec(await until(/http:\/\/[\d.]+:\d+/))?.[0] ?? '';
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { origin, close };
}

async function byAddress(args: readonly string[], node?: string): Promise<Backend> {
  const { origin, close } = await served(args, node);
  return httpBackend(origin + ROOT, close);
}

contractSuite('a server, one thread', () => byAddress([]));
contractSuite('a server, --resident indexes', () => byAddress(['--resident', 'indexes']));
contractSuite(
  'the client, over HTTP',
  async () => {
    const { origin, close } = await served([]);
    return objectBackend(connect<AnyContent>(origin + ROOT), close);
  },
  { asksByObject: true },
);

const node = newerNode();
const needed = 'Threads are not tried: no Node 22.12 or newer is here; set STELE_NEWER_NODE to one.';
if (isThere(node !== undefined, needed))
  contractSuite('a server, two threads', () => byAddress(['--threads', '2'], node));
