/**
 * Temporary folders of imports that were killed: each name has the host and the process, so that the next import removes it.
 *
 * Folders of another host, such as of an earlier container, are removed when they are a day old.
 */
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../../../src/content/errors/index.js';

const DAY_MS = 86_400_000;

const hostHash = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** @returns the beginning of the name of a temporary folder of this process */
export const temporaryPrefix = (base: string): string => `${base}${hostHash()}-${process.pid}-`;

/**
 * @param base the beginning of the names of such folders
 * @returns paths of the folders in `parent` that no import uses any more
 */
async function findLeftovers(parent: string, base: string): Promise<readonly string[]> {
  const names = await readdir(parent).catch(() => []);
  const paths: string[] = [];
  for (const name of names) {
    const [, host, pid] = name.startsWith(base) ? (/^([0-9a-f]{8})-(\d+)-/.exec(name.slice(base.length)) ?? []) : [];
    if (host === undefined) continue;
    const isOver = host === hostHash() ? !isRunning(Number(pid)) : await isOld(join(parent, name));
    if (isOver) paths.push(join(parent, name));
  }
  return paths;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

async function isOld(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined);
  return entry !== undefined && Date.now() - entry.mtimeMs > DAY_MS;
}

/** Removes the folders of killed imports. @param onLeftover called with each of them before */
export async function removeLeftovers(
  parent: string,
  base: string,
  onLeftover: (path: string) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const path of await findLeftovers(parent, base)) {
    await onLeftover(path);
    await rm(path, { recursive: true, force: true });
  }
}
