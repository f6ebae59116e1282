/**
 * A server with half as much memory as its snapshot has bytes: the k-th question is asked 1/k as often as the first, and
 * the system's cache, too, counts to what it may take.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Weighted, zipfWeights } from '../../data/generate/random.js';
import { Generator } from '../http/load/generator.js';
import { packQuestions } from '../http/load/questions.js';
import type { Loaded } from '../http/results.js';
import { type Slice, summed, watch } from '../http/slices.js';
import { plain } from '../http/workloads/requests.js';
import { memoryGroup } from './cgroup.js';
import type { ResidentOptions } from './options.js';
import { type Content, launchServer } from './servers.js';

export interface Limited {
  readonly allowedBytes: number;
  readonly peakBytes: number;
  readonly kills: number;
  readonly loaded: Loaded;
}

const connections = 8;
/** A process of Node's takes some of it, however small the snapshot. */
const leastBytes = 192 * 2 ** 20;

/** Has the system forget what it keeps of the files, so that reading them counts to whoever reads them next. */
function forgetFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    spawnSync('dd', [`if=${join(folder, name)}`, 'iflag=nocache', 'count=0', 'status=none'], { stdio: 'ignore' });
  }
}

/** @returns why it cannot be measured, where there is no control group. @throws OperationError when an answer is wrong */
export async function runLimited(
  options: ResidentOptions,
  content: Content,
  say: (line: string) => void,
): Promise<Limited | string> {
  const { seconds, cacheBytes } = options;
  const { snapshots, snapshotBytes, known, random } = content;
  const allowedBytes = Math.max(leastBytes, Math.floor(snapshotBytes / 2));
  const group = memoryGroup(allowedBytes);
  if (typeof group === 'string') return group;
  const generator = new Generator();
  try {
    forgetFiles(snapshots);
    const server = await group.within(() => launchServer('indexes', snapshots, cacheBytes));
    try {
      const weighted = new Weighted(zipfWeights(known.length));
      const order = Uint32Array.from({ length: known.length * 4 }, () => weighted.draw(random));
      await generator.take(
        'limited',
        packQuestions(
          known.map((one) => plain('stele', one)),
          order,
        ),
      );
      const load = (durationMs: number): Promise<Slice> => {
        const plan = { port: server.port, connections, mayRefuse: false, durationMs };
        return watch(server.pid, generator.pid, () => generator.load('limited', plan));
      };
      say(`${seconds} s to warm up, then ${seconds} s`);
      await load(seconds * 1000);
      const slice = await load(seconds * 1000);
      return { allowedBytes, peakBytes: group.peakBytes(), kills: group.kills(), loaded: summed('stele', [slice]) };
    } finally {
      await server.stop();
    }
  } finally {
    generator.close();
    group.remove();
  }
}
