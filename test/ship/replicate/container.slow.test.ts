/**
 * A replica in containers: killed while it pulls, the next container goes on, although it cannot look at the processes of
 * the one before.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { listProblems, verifySnapshots } from '../../../src/index/verify/index.js';
import { compiled, EXECUTABLE } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { isThere } from '../../../testing/is-there.js';
import { pulling } from './pulling.js';

const newFolder = temporaryFolders();
/** Its program is process 1 of a namespace, and dies with the first command. */
const container = ['--pid', '--fork', '--mount-proc', '--kill-child', process.execPath];
const hasContainers = isThere(
  spawnSync('unshare', [...container, '--version']).status === 0,
  'unshare cannot make process namespaces here, so no replica is killed in a container; that needs Linux and root.',
);

describe.runIf(hasContainers)('stele pull in a container', () => {
  const begin = pulling();

  it('killed during a pull › the next is refused while it runs, then continues with the fetched files', async () => {
    const { origin } = begin();
    const out = join(newFolder(), 'snapshots');
    const pull = () => {
      const child = spawn('unshare', [...container, compiled(EXECUTABLE), 'pull', origin.url, '--out', out]);
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      return { child, ended: once(child, 'close').then(([code]: unknown[]) => ({ code, stderr })) };
    };
    origin.fault = ({ path }) => (path.includes('/work-') ? 'stalls' : undefined);
    const first = pull();
    await expect
      .poll(() => origin.requests.some(({ path }) => path.includes('/work-')), { timeout: 60_000 })
      .toBe(true);
    const refused = await pull().ended;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is writing into') });
    first.child.kill('SIGKILL');
    await first.ended;
    expect(readdirSync(out)).toContain('building-lock');
    origin.fault = () => undefined;
    origin.requests.splice(0);
    expect(await pull().ended).toEqual({ code: 0, stderr: expect.anything() });
    expect(listProblems(await verifySnapshots(diskFiles, out))).toEqual([]);
    expect(readdirSync(out).filter((name) => name.startsWith('building-'))).toEqual([]);
    expect(origin.requests.filter(({ path }) => path.endsWith('.segment'))).toHaveLength(1);
  }, 180_000);
});
