/**
 * Compares both modes of a server in turns: memory, latency of the mixed workload, and time to the first answer.
 *
 * The files are in the system's cache, because drawing the requests has read them.
 */
import { medianOf, shuffled } from '../harness/timing/statistics.js';
import { Generator } from '../http/load/generator.js';
import { type Contestant, type Entry, give, loadSlice, measureInTurn } from '../http/measuring.js';
import type { Loaded } from '../http/results.js';
import { plain } from '../http/workloads/requests.js';
import { firstAnswer } from './first-answer.js';
import type { ResidentOptions } from './options.js';
import { type Content, launchServer, MODES, type Mode } from './servers.js';

export interface Compared {
  readonly mode: Mode;
  readonly loaded: Loaded;
  /** Median time from the start of the process to the first answer, in milliseconds. */
  readonly firstAnswerMs: number;
}

/** One at a time: what an answer takes, not how many wait for each other. */
const connections = 1;

/** @throws OperationError if an answer is wrong */
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
  const servers: Contestant[] = [];
  const effort = { seconds, slices, connections, hotUrls: 0, itemUrls: 0 };
  const bench = { generator, effort, random };
  try {
    const entries: Entry[] = [];
    for (const mode of MODES) {
      const server = { ...(await launchServer(mode, content.snapshots, cacheBytes)), name: 'stele' as const };
      servers.push(server);
      const questions = known.map((one) => plain('stele', one));
      await give(bench, mode, questions, order);
      entries.push({ contestant: server, load: (plan) => loadSlice(bench, server, mode, plan) });
    }
    say(`the mix, ${seconds} s each, in turns`);
    const loaded = await measureInTurn(bench, entries);
    return MODES.map((mode, place) => ({
      mode,
      loaded: loaded[place]!,
      firstAnswerMs: medianOf(first.get(mode) ?? []),
    }));
  } finally {
    generator.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}
