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
  /** Start time of the process, in ticks since the boot. */
  readonly started: string;
  /** Distinguishes the locks of one process. */
  readonly token: string;
}

/** State of an owner; `unknown` if it belongs to another host or container. */
export type OwnerState = 'runs' | 'gone' | 'unknown';

/** Tokens of the locks of this process. Any other lock of this process is the leftover of a failed removal. */
const heldTokens = new Set<string>();

const readOrEmpty = (reading: Promise<string>): Promise<string> => reading.then((text) => text.trim()).catch(() => '');

/** @returns field 22 of /proc/<pid>/stat. Field 2 may contain spaces and brackets, so fields are counted after its last bracket. */
async function readStartTime(pid: number): Promise<string> {
  const stat = await readOrEmpty(readFile(`/proc/${pid}/stat`, 'utf8'));
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** @returns this process as an owner, with a new token that counts as held until `releaseToken` */
export async function thisOwner(): Promise<Owner> {
  const token = randomBytes(8).toString('hex');
  heldTokens.add(token);
  return {
    host: hostname(),
    boot: await readOrEmpty(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: await readOrEmpty(readlink('/proc/self/ns/pid')),
    pid: process.pid,
    started: await readStartTime(process.pid),
    token,
  };
}

/** Marks the lock with this token as released, even if its file could not be removed. */
export function releaseToken(owner: Owner): void {
  heldTokens.delete(owner.token);
}

/** @param self the owner of this process */
export async function ownerState(owner: Owner, self: Owner): Promise<OwnerState> {
  // Two machines may have the same name, so another boot id does not prove that this machine was restarted.
  const isSameSystem = owner.host === self.host && owner.boot === self.boot && owner.pidNamespace === self.pidNamespace;
  if (!isSameSystem) return 'unknown';
  if (owner.pid === self.pid && owner.started === self.started) return heldTokens.has(owner.token) ? 'runs' : 'gone';
  if (!processExists(owner.pid)) return 'gone';
  const started = await readStartTime(owner.pid);
  if (owner.started === '' || started === '') return 'unknown';
  return owner.started === started ? 'runs' : 'gone';
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other error, such as EPERM, means that the process exists.
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
