/**
 * Both modes in turns: memory, latency of the mix, and the time to the first answer. The files lie in the system's
 * cache: they were read when the questions were drawn.
 */
import { shuffled } from '../harness/timing/statistics.js';
import type { ServerProcess } from '../http/contestants/launch.js';
import { Generator } from '../http/load/generator.js';
import { packQuestions } from '../http/load/questions.js';
import type { Loaded } from '../http/results.js';
import { type Slice, summed, watch } from '../http/slices.js';
import { plain } from '../http/workloads/requests.js';
import { firstAnswer, medianOf } from './first-answer.js';
import type { ResidentOptions } from './options.js';
import { type Content, launchServer, MODES, type Mode } from './servers.js';

export interface Compared {
  readonly mode: Mode;
  readonly loaded: Loaded;
  /** From the start of the process to the first answer, median; milliseconds. */
  readonly firstAnswerMs: number;
}

/** One at a time: what an answer takes, not how many wait for each other. */
const connections = 1;
const [warmMs, warmRounds] = [2000, 3];

/** @throws OperationError when an answer is wrong */
export async function compare(
  options: ResidentOptions,
  content: Content,
  say: (line: string) => void,
): Promise<readonly Compared[]> {
  const { seconds, slices, starts, cacheBytes } = options;
  const { known, random } = content;
  const [{ url, byteLength } = { url: '', byteLength: 0 }] = known;
  const question = { url, isRight: (document: Buffer) => document.byteLength === byteLength };
  const first = new Map<Mode, number[]>(MODES.map((mode) => [mode, []]));
  say(`${starts} starts of each server`);
  for (let start = 0; start < starts; start += 1) {
    for (const mode of shuffled(MODES, random)) {
      first.get(mode)?.push(await firstAnswer(mode, content.snapshots, question, cacheBytes));
    }
  }
  // Each as often as the others, over and over.
  const order = Uint32Array.from(known.keys());
  const generator = new Generator();
  const servers = new Map<Mode, ServerProcess>();
  try {
    for (const mode of MODES) {
      servers.set(mode, await launchServer(mode, content.snapshots, cacheBytes));
      await generator.take(
        mode,
        packQuestions(
          known.map((one) => plain('stele', one)),
          order,
        ),
      );
    }
    const load = (mode: Mode, durationMs: number): Promise<Slice> => {
      const server = servers.get(mode);
      const plan = { port: server?.port ?? 0, connections, mayRefuse: false, durationMs };
      return watch(server?.pid ?? 0, generator.pid, () => generator.load(mode, plan));
    };
    say(`the mix, ${seconds} s each, in turns`);
    const warm = Math.min(warmMs, seconds * 1000);
    for (let round = 0; round < warmRounds; round += 1) for (const mode of MODES) await load(mode, warm);
    const found = new Map<Mode, Slice[]>(MODES.map((mode) => [mode, []]));
    for (let round = 0; round < slices; round += 1) {
      for (const mode of shuffled(MODES, random)) found.get(mode)?.push(await load(mode, (seconds * 1000) / slices));
    }
    return MODES.map((mode) => ({
      mode,
      loaded: summed('stele', found.get(mode) ?? []),
      firstAnswerMs: medianOf(first.get(mode) ?? []),
    }));
  } finally {
    generator.close();
    await Promise.all(Array.from(servers.values(), (server) => server.stop()));
  }
}
