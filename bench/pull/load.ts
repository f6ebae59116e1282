/**
 * How long do answers take at half load while the replica pulls and swaps, and how long while it does not?
 *
 * Half of what? Of what the replica answers when it is asked as fast as it can, measured just before. The generator and
 * the origin share the machine with it: what they are held up by themselves is told, and answers that waited for the
 * generator are left out.
 *
 * Asked is what is the same in both nights, so that every answer can be checked, whichever night it is from.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { OperationError } from '../../src/errors/index.js';
import { diskFiles } from '../../src/files/index.js';
import { openSnapshot } from '../../src/snapshot/index.js';
import { CHANGED_TYPE } from '../build/night.js';
import { BASE } from '../harness/input/render.js';
import type { LoadGenerator } from '../http/load/generator.js';
import { packQuestions, type Question } from '../http/load/questions.js';
import type { Loaded } from '../http/results.js';
import { type Slice, summed } from '../http/slices.js';
import { watch } from '../http/usage.js';
import { plain } from '../http/workloads/requests.js';
import { type Nights, nameNight } from './nights.js';
import { forget, type Replica, untilServes } from './replica.js';

export interface PullLoad {
  /** Half of what the replica answered when it was asked as fast as it could. */
  readonly ratePerSecond: number;
  readonly highest: Loaded;
  readonly quiet: Loaded;
  readonly pulling: Loaded;
  /** Pulls and swaps, there and back, that went on meanwhile. */
  readonly swaps: number;
}

const SET = 'pull';
const connections = 32;
const pages = 40;
const highestSlices = 5;
/** After a swap, memory is given back and garbage collected. */
const SETTLE_MS = 3_000;

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
  const sliceMs = seconds * 1000;
  const load = (durationMs: number, rate: { readonly ratePerSecond?: number } = {}): Promise<Slice> =>
    watch(replica.pid, generator.pid, () =>
      generator.load(SET, { port: replica.port, connections, durationMs, mayRefuse: false, ...rate }),
    );
  await sleep(SETTLE_MS);
  // Compiled before it is timed.
  await load(2 * sliceMs);
  const full: Slice[] = [];
  for (let slice = 0; slice < highestSlices; slice += 1) full.push(await load(sliceMs));
  const highest = summed('stele', full);
  const half = { ratePerSecond: Math.max(1, highest.perSecond / 2) };
  const [quiet, pulling]: [Slice[], Slice[]] = [[], []];
  let swaps = 0;
  for (let round = 0; round < rounds; round += 1) {
    const slicesBefore = pulling.length;
    let isOver = false;
    const turning = thereAndBack(nights, replica)
      // What a swap leaves to do belongs to it.
      .then(async (turned) => {
        await sleep(SETTLE_MS);
        return turned;
      })
      .finally(() => {
        isOver = true;
      });
    // From the first byte of a pull until the second swap is over and done, however long that takes; and as long without.
    while (!isOver) pulling.push(await load(sliceMs, half));
    swaps += await turning;
    for (let slices = pulling.length - slicesBefore; slices > 0; slices -= 1) quiet.push(await load(sliceMs, half));
  }
  return { ...half, highest, quiet: summed('stele', quiet), pulling: summed('stele', pulling), swaps };
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
