/**
 * How long do answers take at half load while the replica pulls and swaps, and how long while it does not?
 *
 * Asked is what is the same in both nights, so that every answer can be checked, whichever night it is from.
 */
import { crc32 } from 'node:zlib';
import { OperationError } from '../../src/errors/index.js';
import { diskFiles } from '../../src/files/index.js';
import { openSnapshot } from '../../src/snapshot/index.js';
import { CHANGED_TYPE } from '../build/night.js';
import { BASE } from '../harness/input/render.js';
import type { LoadGenerator } from '../http/load/generator.js';
import { Histogram } from '../http/load/histogram.js';
import type { LoadOutcome } from '../http/load/load.js';
import { packQuestions, type Question } from '../http/load/questions.js';
import { plain } from '../http/workloads/requests.js';
import { type Nights, nameNight } from './nights.js';
import { forget, type Replica, untilServes } from './replica.js';

export interface PullLoad {
  readonly ratePerSecond: number;
  readonly quietP99Us: number;
  readonly pullingP99Us: number;
  readonly answers: number;
  /** Pulls and swaps, there and back, that went on meanwhile. */
  readonly swaps: number;
}

const SET = 'pull';
const connections = 32;
const pages = 40;

/** @returns lists of the types that do not change, each as the replica answers it now */
async function questionsOf(nights: Nights, { port }: Replica): Promise<readonly Question[]> {
  const space = await openSnapshot(diskFiles, nights.folder, nights.first);
  const types = [...space.types.values()]
    .map(({ segment }) => segment)
    // What links to a type that changes may show it.
    .filter(({ type, size }) => type.name !== CHANGED_TYPE && size > 0 && type.relationships.length === 0);
  const urls = types.flatMap(({ type, size }) =>
    Array.from({ length: pages }, (_, page) => `/${type.name}?page[limit]=10&page[skip]=${(page * 10) % size}`),
  );
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(`http://127.0.0.1:${port}${BASE}${url}`);
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) throw new OperationError(`${url} is answered with status ${response.status}.`);
      return plain('stele', { url, byteLength: body.byteLength, checksum: crc32(body) });
    }),
  );
}

/** @param replica which serves the first night. @throws OperationError when an answer is wrong or missing */
export async function measureLoad(
  nights: Nights,
  replica: Replica,
  generator: LoadGenerator,
  seconds: number,
  rounds: number,
): Promise<PullLoad> {
  const questions = await questionsOf(nights, replica);
  if (questions.length === 0) throw new OperationError('There is no type that can be asked for the same twice.');
  await generator.take(SET, packQuestions(questions, Uint32Array.from(questions.keys())));
  const load = (durationMs: number, ratePerSecond?: number): Promise<LoadOutcome> =>
    generator.load(SET, {
      port: replica.port,
      connections,
      durationMs,
      mayRefuse: false,
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    });
  const sliceMs = seconds * 1000;
  // Compiled before it is timed.
  await load(2 * sliceMs);
  const full = await load(2 * sliceMs);
  const ratePerSecond = Math.max(1, (full.answers / full.elapsedMs) * 500);
  const [quiet, pulling] = [new Histogram(), new Histogram()];
  let swaps = 0;
  for (let round = 0; round < rounds; round += 1) {
    let isOver = false;
    const turning = thereAndBack(nights, replica).finally(() => {
      isOver = true;
    });
    let slices = 0;
    // From the first byte of a pull to the second swap, however long that takes; and as long without.
    for (; !isOver; slices += 1) pulling.add((await load(sliceMs, ratePerSecond)).latencies);
    swaps += await turning;
    for (; slices > 0; slices -= 1) quiet.add((await load(sliceMs, ratePerSecond)).latencies);
  }
  return {
    ratePerSecond,
    quietP99Us: quiet.percentileUs(0.99),
    pullingP99Us: pulling.percentileUs(0.99),
    answers: quiet.samples + pulling.samples,
    swaps,
  };
}

/** @returns how many swaps that were */
async function thereAndBack(nights: Nights, replica: Replica): Promise<number> {
  for (const id of [nights.second, nights.first]) {
    await nameNight(nights, id);
    await untilServes(replica, id);
  }
  forget(replica, nights.second);
  return 2;
}
