/**
 * Loads contestants in short slices, taken in random order, so that a disturbance affects all of them.
 *
 * Requests for an uncached server are drawn between the slices and used only once.
 */
import type { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { shuffled } from '../harness/timing/statistics.js';
import type { ServerProcess } from './contestants/launch.js';
import type { LoadGenerator } from './load/generator.js';
import type { LoadPlan } from './load/load.js';
import { packQuestions, type Question } from './load/questions.js';
import type { Loaded } from './results.js';
import { type Slice, summed, watch } from './slices.js';
import { COLD, type Known, type Questioner } from './workloads/questioner.js';
import { type ContestantName, plain } from './workloads/requests.js';

export interface Contestant extends ServerProcess {
  readonly name: ContestantName;
}

export interface Effort {
  /** A workload and contestant, over all slices. */
  readonly seconds: number;
  readonly slices: number;
  readonly connections: number;
  /** How many URLs are asked again and again: the hot ones, and the single items. */
  readonly hotUrls: number;
  readonly itemUrls: number;
}

/** Servers, requests and options of a scenario. */
export interface Bench {
  readonly contestants: readonly Contestant[];
  readonly generator: LoadGenerator;
  readonly questioner: Questioner;
  readonly effort: Effort;
  readonly random: Random;
}

/** A period of load; missing options are those of the effort. */
export type SlicePlan = Partial<LoadPlan> & Pick<LoadPlan, 'durationMs'>;

/** A contestant, and how it is loaded. */
export interface Entry {
  readonly contestant: Contestant;
  readonly load: (plan: SlicePlan) => Promise<Slice>;
}

/** A stretch of warming up, as a share of the time that counts. */
const warmShare = 0.2;
const warmMsMinimum = 200;
/**
 * Before this number of answers, a Node server spends much of its time on compiling: processor time per answer
 * falls to a tenth. A slow one is given no more than the time that counts.
 */
const warmAnswers = 10_000;

/** A smoke run counts shorter than the minimum, and warms up no longer than it counts. */
const warmMs = ({ seconds }: Effort): number =>
  Math.max(Math.min(warmMsMinimum, seconds * 1000), seconds * warmShare * 1000);

/** Loads a server without counting, until its code is compiled or as long again as will count. */
export async function warmUp(effort: Effort, load: Entry['load']): Promise<void> {
  let answers = 0;
  for (let ms = 0; answers < warmAnswers && ms < effort.seconds * 1000; ms += warmMs(effort)) {
    answers += (await load({ durationMs: warmMs(effort) })).result.answers;
  }
}

/** Gives the generator a set of questions. @param order which comes when, over and over; absent: each question once */
export const give = (
  { generator }: Pick<Bench, 'generator'>,
  set: string,
  questions: readonly Question[],
  order?: Uint32Array,
): Promise<void> => generator.take(set, packQuestions(questions, order));

/** Loads one server once with a set the generator has. @throws OperationError if an answer is wrong */
export function loadSlice(
  { generator, effort }: Pick<Bench, 'generator' | 'effort'>,
  server: ServerProcess,
  set: string,
  plan: SlicePlan,
): Promise<Slice> {
  const whole = { port: server.port, connections: effort.connections, mayRefuse: false, ...plan };
  return watch(server.pid, generator.pid, () => generator.load(set, whole));
}

/** Times all contestants in turns, each warmed up before. */
export async function measureInTurn(
  { effort, random }: Pick<Bench, 'effort' | 'random'>,
  entries: readonly Entry[],
): Promise<Loaded[]> {
  const { seconds, slices } = effort;
  for (const entry of entries) await warmUp(effort, entry.load);
  const found = new Map<Entry, Slice[]>(entries.map((entry) => [entry, []]));
  for (let round = 0; round < slices; round += 1) {
    for (const entry of shuffled(entries, random)) {
      found.get(entry)?.push(await entry.load({ durationMs: (seconds * 1000) / slices }));
    }
  }
  return entries.map((entry) => summed(entry.contestant.name, found.get(entry) ?? []));
}

/** Before a server's rate is known. */
const firstPerSecond = 8000;
/** A server that has run for a while is faster than it was before. */
const reserve = 1.5;
const leastDrawn = 200;

export class ColdSupply {
  readonly contestant: Contestant;
  readonly #bench: Bench;
  readonly #set: string;
  #left: readonly Known[] = [];
  #perSecond = firstPerSecond;

  constructor(bench: Bench, contestant: Contestant, name: string) {
    this.#bench = bench;
    this.contestant = contestant;
    this.#set = `${name}/${contestant.name}`;
  }

  /** Loads the server; a stretch ends early when its questions do. @throws OperationError if there is none left */
  async load(plan: SlicePlan): Promise<Slice> {
    const expected = plan.ratePerSecond ?? this.#perSecond;
    await this.#have(Math.max(leastDrawn, Math.ceil((expected * reserve * plan.durationMs) / 1000)));
    const slice = await loadSlice(this.#bench, this.contestant, this.#set, plan);
    const { asked, elapsedMs } = slice.result;
    this.#left = this.#left.slice(asked);
    // In an overload, refusals use up requests too.
    if (elapsedMs > 0 && plan.ratePerSecond === undefined) this.#perSecond = (asked * 1000) / elapsedMs;
    return slice;
  }

  async #have(count: number): Promise<void> {
    if (this.#left.length >= count) return;
    this.#left = [...this.#left, ...this.#bench.questioner.draw(COLD, count - this.#left.length)];
    if (this.#left.length === 0) {
      throw new OperationError('There is no question left that was never asked. Give more --items, or less --seconds.');
    }
    const { name } = this.contestant;
    await give(
      this.#bench,
      this.#set,
      this.#left.map((known) => plain(name, known)),
    );
  }
}
