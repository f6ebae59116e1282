/**
 * The owner of a lock: a process, described so that another process can tell whether it still runs.
 *
 * A pid alone is not enough: pids are reused, restart at a reboot, and differ between containers. So an owner also has its
 * host, boot id, pid namespace and start time. Parts that the system does not report (Linux does, in /proc) are empty.
 * Layout of the file: lock-folder.
 */

import { randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../../content/errors/index.js';
import { parseRecord } from '../../format/index.js';

export interface Owner {
  readonly host: string;
  /** Changes when the host restarts. */
  readonly boot: string;
  /** Namespace of the pid: the host or a container. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** When the process started, in ticks since the boot. */
  readonly started: string;
  /** Distinguishes the locks of one process. */
  readonly token: string;
}

/** State of an owner; `unknown` if it belongs to another host or container. */
export type OwnerState = 'runs' | 'gone' | 'unknown';

/** Tokens of the locks of this process. Any other lock of this process is the leftover of a failed removal. */
const heldHere = new Set<string>();

const readOr = (reading: Promise<string>): Promise<string> => reading.then((text) => text.trim()).catch(() => '');

/** Field 22 of /proc/<pid>/stat; the second field may hold spaces and brackets, so that counting starts behind it. */
async function startOf(pid: number): Promise<string> {
  const stat = await readOr(readFile(`/proc/${pid}/stat`, 'utf8'));
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** @returns this process as an owner, with a token of its own that counts as held until `forget` */
export async function thisOwner(): Promise<Owner> {
  const token = randomBytes(8).toString('hex');
  heldHere.add(token);
  return {
    host: hostname(),
    boot: await readOr(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: await readOr(readlink('/proc/self/ns/pid')),
    pid: process.pid,
    started: await startOf(process.pid),
    token,
  };
}

/** Marks the lock with this token as released, even if its file could not be removed. */
export function releaseToken(owner: Owner): void {
  heldHere.delete(owner.token);
}

/** @param mine the owner of this process */
export async function ownerState(owner: Owner, mine: Owner): Promise<OwnerState> {
  // Two machines may have one name, so another boot need not be an earlier one of this machine.
  const isBesideMe = owner.host === mine.host && owner.boot === mine.boot && owner.pidNamespace === mine.pidNamespace;
  if (!isBesideMe) return 'unknown';
  if (owner.pid === mine.pid && owner.started === mine.started) return heldHere.has(owner.token) ? 'runs' : 'gone';
  if (!exists(owner.pid)) return 'gone';
  const started = await startOf(owner.pid);
  if (owner.started === '' || started === '') return 'unknown';
  return owner.started === started ? 'runs' : 'gone';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other reason, such as EPERM, is about a process that is there.
    return codeOf(error) !== 'ESRCH';
  }
}

/** @returns a line of JSON, and the heartbeat byte */
export const encodeOwner = (owner: Owner): Uint8Array => Buffer.from(`${JSON.stringify(owner)}\n0`);

/** @returns undefined if the bytes are not an owner */
export function decodeOwner(bytes: Uint8Array): Owner | undefined {
  const { host, boot, pidNamespace, pid, started, token } =
    parseRecord(Buffer.from(bytes).toString().split('\n', 1)[0] ?? '') ?? {};
  if (typeof host !== 'string' || typeof boot !== 'string' || typeof pidNamespace !== 'string') return undefined;
  if (typeof started !== 'string' || typeof token !== 'string') return undefined;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  return { host, boot, pidNamespace, pid, started, token };
}
