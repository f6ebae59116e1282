/**
 * Who holds a lock: a process, named so that another one can tell whether it still runs.
 *
 * A pid alone says little: it is used again, a restart begins anew, and every container counts its own. So an owner
 * names its host, the boot, the namespace its pid counts in and when it started. Where the system does not say
 * (Linux does, in /proc) a part is empty, and less can be told.
 */

import { randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../../content/errors/index.js';
import { recordIn } from '../../format/index.js';

export interface Owner {
  readonly host: string;
  /** Changes when the host restarts. */
  readonly boot: string;
  /** In which the pid counts: that of the host, or of a container. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** When the process started, in ticks since the boot. */
  readonly started: string;
  /** Tells the locks of one process apart. */
  readonly token: string;
}

/** What is known of a lock's owner: `unknown` where it belongs to a host or a container we cannot look into. */
export type OwnerState = 'runs' | 'gone' | 'unknown';

/** Tokens of this process's locks. A lock of this process that is not among them was left by a failed removal. */
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

/** The lock with this token is held no more, whether or not its file could be removed. */
export function forget(owner: Owner): void {
  heldHere.delete(owner.token);
}

/** @param mine who asks */
export async function stateOf(owner: Owner, mine: Owner): Promise<OwnerState> {
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

/** @returns a line of JSON, and a byte behind it that changes while the owner runs */
export const encodeOwner = (owner: Owner): Uint8Array => Buffer.from(`${JSON.stringify(owner)}\n0`);

/** @returns undefined where the bytes are no owner */
export function decodeOwner(bytes: Uint8Array): Owner | undefined {
  const { host, boot, pidNamespace, pid, started, token } =
    recordIn(Buffer.from(bytes).toString().split('\n', 1)[0] ?? '') ?? {};
  if (typeof host !== 'string' || typeof boot !== 'string' || typeof pidNamespace !== 'string') return undefined;
  if (typeof started !== 'string' || typeof token !== 'string') return undefined;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  return { host, boot, pidNamespace, pid, started, token };
}
