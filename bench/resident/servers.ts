/**
 * Servers of one snapshot, one a mode, and the questions that they are asked.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { encodeTraffic, TrafficBuilder } from '../../src/tune/traffic/index.js';
import { prepare } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import { launch, type ServerProcess } from '../http/contestants/launch.js';
import { type Known, Questioner } from '../http/workloads/questioner.js';
import { COLD } from '../http/workloads/urls.js';
import type { ResidentOptions } from './options.js';

export const MODES = ['all', 'indexes', 'hot'] as const;
export type Mode = (typeof MODES)[number];

/** What is measured. */
export interface Content {
  readonly snapshots: string;
  /** Of all its files. */
  readonly snapshotBytes: number;
  /** Of the cold mix, each with what its answer must be. */
  readonly known: readonly Known[];
  readonly random: Random;
  /** Traffic file of these questions, for the server that has only in memory what they ask for. */
  readonly traffic: string;
}

/**
 * Makes what is missing and draws the questions; nothing of the snapshot stays in this process.
 *
 * @param folder for files that are of no use afterwards
 */
export async function prepareContent({ items, seed, questions }: ResidentOptions, folder: string): Promise<Content> {
  const paths = await prepare(items, seed, false);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const random = new Random(seed, 'bench/resident');
  const questioner = new Questioner(space, drawSample(paths.export, space.model, random), random);
  const known = questioner.draw(COLD, questions);
  const traffic = join(folder, 'questions.traffic');
  writeFileSync(traffic, trafficOf(known));
  return { snapshots: paths.snapshots, snapshotBytes: space.byteLength, known, random, traffic };
}

/** The questions as a log tells them. */
function trafficOf(known: readonly Known[]): Buffer {
  const builder = new TrafficBuilder('hashed', 'bench/resident');
  for (const { url } of known) {
    const mark = url.indexOf('?');
    const [path, search] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
    builder.add({ path, search, timeMs: undefined });
  }
  return encodeTraffic(builder.build());
}

/** What a server is started with. */
export type Snapshots = Pick<Content, 'snapshots' | 'traffic'>;

/** Starts a server that keeps no answers. @throws OperationError when it does not start */
export function launchServer(
  mode: Mode,
  { snapshots, traffic }: Snapshots,
  cacheBytes: number,
): Promise<ServerProcess> {
  const program = join(COMPILED_FOLDER, 'src', 'cli', 'main.js');
  const cache = mode === 'all' ? [] : ['--resident-cache-bytes', String(cacheBytes)];
  const asked = mode === 'hot' ? ['--traffic', traffic] : [];
  const resident = ['--resident', mode, ...cache, ...asked];
  const args = [program, 'serve', snapshots, '--port', '0', '--cache-bytes', '0', '--max-cost', '1000', ...resident];
  return launch(`stele --resident ${mode}`, process.execPath, args);
}
