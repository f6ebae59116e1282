/**
 * Real disks that refuse: full, read-only, limited, or in use by another build. Each time exit 1, a message that says
 * what to do, nothing lost, and nothing left behind.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { verifySnapshots } from '../../../src/index/verify/index.js';
import { FolderLock } from '../../../src/ship/publish/lock.js';
import { compiled, EXECUTABLE, stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { BOOKSHOP_EXPORT } from '../../../testing/samples/bookshop.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const smallExport = (): string => writeFiles(join(newFolder(), 'export'), shelf);

async function expectUnharmed(out: string, snapshot: string): Promise<void> {
  const report = await verifySnapshots(diskFiles, out);
  expect(report.snapshot).toBe(snapshot);
  expect([...report.problems, ...report.files.flatMap((file) => file.problems)]).toEqual([]);
  expect(readdirSync(out).sort()).toEqual([snapshot, 'CURRENT'].sort());
}

/** Builds the small export. @returns the snapshot's id */
async function buildSmall(out: string): Promise<string> {
  const { code, stdout } = await stele(['build', smallExport(), '--out', out]);
  expect(code).toBe(0);
  return /snapshot ([0-9a-f]{64})/.exec(stdout)?.[1] ?? '';
}

const mounted: string[] = [];
afterAll(() => {
  for (const folder of mounted) execFileSync('umount', [folder]);
});

/** @returns a disk of its own in memory, or why there is none */
function mountDisk(kibibytes: number): { readonly folder: string } | { readonly reason: string } {
  const folder = newFolder();
  if (process.getuid?.() !== 0) return { reason: 'mounting needs root' };
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    return { reason: `a tmpfs cannot be mounted here: ${String(error)}` };
  }
  mounted.push(folder);
  return { folder };
}

describe('a build onto a disk that refuses', () => {
  it('a full disk › is reported, and CURRENT stays', async ({ skip }) => {
    const disk = mountDisk(256);
    if ('reason' in disk) return skip(`a full disk is tried by the fault injector only: ${disk.reason}`);
    const out = join(disk.folder, 'snapshots');
    const snapshot = await buildSmall(out);
    const { code, stdout, stderr } = await stele(['build', BOOKSHOP_EXPORT, '--out', out]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /stele: cannot write snapshots into .*: no space is left on its disk .*Free some space, then build again/,
    );
    await expectUnharmed(out, snapshot);
    expect(await buildSmall(out)).toBe(snapshot);
  });

  it('a read-only folder › is reported before the export is read', async ({ skip }) => {
    const disk = mountDisk(256);
    // Root may write into any folder of a disk that can be written; anybody else is kept out by its mode.
    if ('reason' in disk && process.getuid?.() === 0) return skip(`no read-only folder: ${disk.reason}`);
    const folder = 'folder' in disk ? disk.folder : newFolder();
    const out = join(folder, 'snapshots');
    const snapshot = await buildSmall(out);
    if ('folder' in disk) execFileSync('mount', ['-o', 'remount,ro', folder]);
    else chmodSync(out, 0o555);
    const { code, stderr } = await stele(['build', '/nowhere', '--out', out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot write snapshots into .*(its file system is read-only|this user has no right to)/);
    await expectUnharmed(out, snapshot);
    if ('reason' in disk) chmodSync(out, 0o755);
  });

  it('a limit of file size › is reported, and CURRENT stays', async () => {
    const out = join(newFolder(), 'snapshots');
    const snapshot = await buildSmall(out);
    const limited = ['-c', 'ulimit -f 32 && exec "$@"', 'sh', process.execPath, compiled(EXECUTABLE)];
    const child = spawn('sh', [...limited, 'build', BOOKSHOP_EXPORT, '--out', out]);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const [code]: unknown[] = await once(child, 'close');
    expect(code).toBe(1);
    expect(stderr).toContain('a file would be longer than allowed');
    await expectUnharmed(out, snapshot);
  });

  it('a disk full of leftovers › is cleaned, and the build succeeds', async ({ skip }) => {
    const disk = mountDisk(2048);
    if ('reason' in disk) return skip(`a full disk is tried by the fault injector only: ${disk.reason}`);
    const out = join(disk.folder, 'snapshots');
    await buildSmall(out);
    mkdirSync(join(out, 'building-dead'));
    const left = spawn('dd', ['if=/dev/zero', `of=${join(out, 'building-dead', '0.part')}`, 'bs=1k']);
    expect(await once(left, 'close')).toEqual([1, null]);
    await expectUnharmed(out, await buildSmall(out));
  });

  it('a missing folder with missing parents › is created', async () => {
    const out = join(newFolder(), 'a', 'b', 'snapshots');
    await expectUnharmed(out, await buildSmall(out));
  });
});

describe('two builds into one folder', () => {
  it('a running build › the second is refused, names the first, and succeeds after it', async () => {
    const out = newFolder();
    const snapshot = await buildSmall(out);
    const lock = await FolderLock.acquire(diskFiles, out);
    mkdirSync(join(out, 'building-under-way'));
    const run = (): Promise<{ code: number; stderr: string }> => {
      const child = spawn(process.execPath, [compiled(EXECUTABLE), 'build', BOOKSHOP_EXPORT, '--out', out]);
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? -1, stderr })));
    };
    const refused = await run();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `stele: another build or pull is writing into ${out}: process ${process.pid} on "`,
    );
    expect(existsSync(join(out, 'building-under-way')), 'what the other is at work on').toBe(true);
    await lock.checkHeld();
    await lock.release();
    expect((await run()).code).toBe(0);
    expect(readdirSync(out)).toContain(snapshot);
    expect(readdirSync(out).filter((name) => name.startsWith('building-'))).toEqual([]);
  });

  it('two at the same time › one or both publish in turn, and nothing is lost', async () => {
    const out = newFolder();
    const exports = [BOOKSHOP_EXPORT, smallExport(), smallExport()];
    const outcomes = await Promise.all(
      exports.map((source) => stele(['build', source, '--out', out, '--max-shrink', '100%'])),
    );
    for (const { code, stderr } of outcomes) {
      expect([0, 1]).toContain(code);
      if (code === 1) expect(stderr).toContain('another build or pull is writing into');
    }
    expect(outcomes.map(({ code }) => code)).toContain(0);
    const { problems, files } = await verifySnapshots(diskFiles, out);
    expect([...problems, ...files.flatMap((file) => file.problems)]).toEqual([]);
    expect(readdirSync(out).filter((name) => name.startsWith('building-'))).toEqual([]);
  });
});
