/**
 * A replica as a process of its own, and what it serves.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperationError } from '../../src/errors/index.js';
import type { SnapshotId } from '../../src/model/index.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import { launch, type ServerProcess } from '../http/contestants/launch.js';

export interface Replica extends ServerProcess {
  readonly folder: string;
}

const program = join(COMPILED_FOLDER, 'src', 'cli', 'main.js');
const patienceMs = 600_000;

export async function startReplica(name: string, folder: string, originUrl: string): Promise<Replica> {
  const args = [program, 'serve', folder, '--port', '0', '--poll', '1', '--follow', originUrl];
  return { ...(await launch(name, process.execPath, args)), folder };
}

async function servedBy({ port }: Replica): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}/delivery/jsonapi`);
  await response.arrayBuffer();
  return response.headers.get('x-service-snapshot');
}

/** Resolves when the replica answers from the snapshot. @throws OperationError when it never does */
export async function untilServes(replica: Replica, id: SnapshotId): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while ((await servedBy(replica)) !== id) {
    if (performance.now() > endMs) throw new OperationError(`${replica.name} does not come to serve ${id}.`);
    await sleep(20);
  }
}

/** The replica has to fetch the snapshot again. It serves another. */
export function forget({ folder }: Replica, id: SnapshotId): void {
  rmSync(join(folder, id), { recursive: true });
}
