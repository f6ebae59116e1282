/**
 * Starts two servers of one snapshot, one in each mode, and draws their requests.
 */
import { join } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { prepare } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import { launch, type ServerProcess } from '../http/contestants/launch.js';
import { COLD, type Known, Questioner } from '../http/workloads/questioner.js';
import type { ResidentOptions } from './options.js';

export const MODES = ['all', 'indexes'] as const;
export type Mode = (typeof MODES)[number];

/** Content and requests of the measurement. */
export interface Content {
  readonly snapshots: string;
  /** Requests of the cold mix, each with its expected answer. */
  readonly known: readonly Known[];
  readonly random: Random;
}

/** Makes what is missing and draws the questions; nothing of the snapshot stays in this process. */
export async function prepareContent({ items, seed, questions }: ResidentOptions): Promise<Content> {
  const paths = await prepare(items, seed, false);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const random = new Random(seed, 'bench/resident');
  const questioner = new Questioner(space, drawSample(paths.export, space.model, random), random);
  const known = questioner.draw(COLD, questions);
  return { snapshots: paths.snapshots, known, random };
}

/**
 * Starts a server that keeps no answers. @param mode its own choice where none is given. @throws OperationError if it
 * does not start
 */
export function launchServer(mode: Mode | undefined, snapshots: string, cacheBytes: number): Promise<ServerProcess> {
  const program = join(COMPILED_FOLDER, 'src', 'cli', 'main.js');
  const cache = mode === 'all' ? [] : ['--resident-cache-bytes', String(cacheBytes)];
  const resident = [...(mode === undefined ? [] : ['--resident', mode]), ...cache];
  const args = [program, 'serve', snapshots, '--port', '0', '--cache-bytes', '0', '--max-cost', '1000', ...resident];
  return launch(`stele --resident ${mode ?? 'as it fits'}`, process.execPath, args);
}
