/**
 * The loss of a worker of Citus: the same random requests before it is killed, while it is dead, and after it came back.
 *
 * Before and after, each answer must have the snapshot's bytes. While the worker is dead, an answer may also be 503; other bytes
 * are a difference in every phase.
 */
import { followLoads, parseAddress } from '../../addons/sql/index.js';
import type { EngineSpace } from '../../src/jsonapi/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import type { Cluster } from '../../testing/postgres/cluster.js';
import type { World } from '../../testing/worlds/worlds.js';
import { loadWorld } from './load.js';
import { answerText, BASE, requestsFor } from './requests.js';

export type Phase = 'all workers answer' | 'one worker is dead' | 'the worker is back';

/** Answers of one phase, compared with the snapshot's. */
export interface PhaseResult {
  readonly phase: Phase;
  readonly requests: number;
  /** Answers with the bytes of the snapshot, or the same refusal. */
  readonly equal: number;
  /** Answers of 503. */
  readonly unavailable: number;
  /** Descriptions of all other answers. */
  readonly differences: readonly string[];
  readonly seconds: number;
}

/** A request, and the snapshot's answer to it. */
interface ExpectedAnswer {
  readonly path: string;
  readonly search: string;
  readonly text: string;
}

/** Code of an answer of 503. */
const UNAVAILABLE = 'Unavailable';
const LIMITS = { connections: 4, statementMs: 30_000, waitMs: 30_000 };
const HEALING_LIMIT_MS = 60_000;
const HEALING_PAUSE_MS = 200;

/**
 * @param count requests to the world in each phase
 * @throws if the database does not answer again within a minute after the worker came back
 */
export async function loseWorker(
  cluster: Cluster,
  world: World,
  schema: string,
  seed: number,
  count: number,
): Promise<readonly PhaseResult[]> {
  const [worker] = cluster.workers;
  if (worker === undefined) throw new Error('the cluster has no worker');
  await loadWorld(cluster.url(), schema, world.space);
  const expected = await answerFromSnapshot(world, seed, count);
  const spaces: EngineSpace[] = [];
  const following = await followLoads(
    parseAddress(cluster.url()),
    { schema, pollMs: 0, wait: false, limits: LIMITS },
    { onSpace: (space) => void spaces.push(space), onProblem: () => undefined, onFailing: () => undefined },
  );
  const [space] = spaces;
  if (space === undefined) throw new Error(`no load of ${schema} is served`);
  try {
    const before = await askPhase('all workers answer', space, expected);
    await worker.stop();
    const during = await askPhase('one worker is dead', space, expected);
    await worker.start();
    await waitUntilAnswered(space, expected);
    const after = await askPhase('the worker is back', space, expected);
    return [before, during, after];
  } finally {
    await following.stop();
  }
}

async function answerFromSnapshot(world: World, seed: number, count: number): Promise<ExpectedAnswer[]> {
  const { space } = world;
  const expected: ExpectedAnswer[] = [];
  for (const { path, search } of requestsFor(world, seed, count)) {
    const text = await answerText(() => answer(space, parseRequest(space.model, path, search), BASE));
    expected.push({ path, search, text });
  }
  return expected;
}

const ask = (space: EngineSpace, { path, search }: ExpectedAnswer): Promise<string> =>
  answerText(() =>
    space.answer(parseRequest(space.model, path, search), BASE, { signal: new AbortController().signal }),
  );

async function askPhase(phase: Phase, space: EngineSpace, expected: readonly ExpectedAnswer[]): Promise<PhaseResult> {
  const startedMs = performance.now();
  const differences: string[] = [];
  let [equal, unavailable] = [0, 0];
  const mayFail = phase === 'one worker is dead';
  for (const request of expected) {
    const text = await ask(space, request);
    if (text === request.text) equal += 1;
    else if (text === UNAVAILABLE && mayFail) unavailable += 1;
    else differences.push(`${phase}: ${request.path}${request.search}\n  snapshot: ${request.text}\n  Citus: ${text}`);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  return { phase, requests: expected.length, equal, unavailable, differences, seconds };
}

/** Asks until every one of the first requests is answered again. */
async function waitUntilAnswered(space: EngineSpace, expected: readonly ExpectedAnswer[]): Promise<void> {
  const endMs = performance.now() + HEALING_LIMIT_MS;
  for (const request of expected.slice(0, 20)) {
    while ((await ask(space, request)) === UNAVAILABLE && request.text !== UNAVAILABLE) {
      if (performance.now() > endMs) throw new Error('the database does not answer after the worker came back');
      await new Promise((resolve) => setTimeout(resolve, HEALING_PAUSE_MS));
    }
  }
}
