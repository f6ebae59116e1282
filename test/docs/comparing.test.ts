/**
 * docs/run/replicate.md › the scripts that compare servers and wait for a snapshot do so.
 *
 * They run unchanged, with servers of this process in place of hosts.
 */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolders } from '../../testing/folder.js';
import { isThere } from '../../testing/is-there.js';
import { fencesOf, readPage } from '../../testing/pages/markdown.js';
import { type Bookshop, startBookshop } from '../../testing/server/server.js';

const newFolder = temporaryFolders();
const hasTools = isThere(
  ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0),
  'curl or jq is not installed, so the scripts that compare servers are not tried.',
);

/** A port without a server. */
const SILENT = '127.0.0.1:9';

const scripts = fencesOf(readPage('docs/run/replicate.md')).filter(({ text }) => text.includes('/health"'));

let shop: Bookshop;
let snapshot: string;
beforeAll(async () => {
  shop = await startBookshop();
  snapshot = JSON.parse(await (await fetch(`${shop.origin}/health`)).text()).spaces[0].snapshot;
});
afterAll(() => shop.stop());

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script of the page.
 *
 * @param addresses in place of the page's host names
 * @param current   content of CURRENT
 */
function run(script: string, addresses: readonly string[], current: string): Promise<Ended> {
  const folder = newFolder();
  writeFileSync(join(folder, 'CURRENT'), `${current}\n`);
  const text = script
    .replace('content-1 content-2 content-3', addresses.join(' '))
    .replace('$replica:8080', '$replica')
    .replace('/srv/snapshots', folder)
    .replace('seq 300', 'seq 1')
    .replace('sleep 1', 'sleep 0');
  return new Promise((resolve) => {
    execFile('sh', ['-c', text], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

describe.runIf(hasTools)('docs/run/replicate.md, comparing servers', () => {
  const address = (): string => shop.origin.slice('http://'.length);

  it('a reachable and an unreachable server › a line for each', async () => {
    const { stdout } = await run(scripts[0]?.text ?? '', [address(), SILENT], '');
    const [answering = '', silent = '', ...more] = stdout.trimEnd().split('\n');
    expect(answering.split('\t')).toEqual([address(), 'bookshop', snapshot.slice(0, 16), expect.any(String), 'ok']);
    expect(silent.split('\t')).toEqual([SILENT, '', '', '', 'silent']);
    expect(more).toEqual([]);
  });

  it('every server serves the snapshot › the wait succeeds', async () => {
    expect(await run(scripts[1]?.text ?? '', [address(), address()], snapshot)).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(['another snapshot', 'no server'])('%s › the wait fails and names the server', async (missing) => {
    const late = missing === 'no server' ? SILENT : address();
    const expected = missing === 'no server' ? snapshot : 'f'.repeat(64);
    expect(await run(scripts[1]?.text ?? '', [late], expected)).toMatchObject({
      code: 1,
      stderr: `${late} does not serve ${expected}\n`,
    });
  });
});
