/**
 * A space that an engine elsewhere answers, as the server holds it: what is published there now, and how it goes.
 *
 * Serving one space that an engine elsewhere answers: whatever is published there, from now until it is told to stop.
 */

import type { Logger } from 'pino';
import type { EngineSpace } from '../../jsonapi/index.js';
import { LiveKeys } from '../access/live-keys.js';
import { guardingOf } from '../follow/following.js';
import { startServer } from '../run/start-server.js';
import type { ServeOptions, Serving } from '../serving.js';
import type { ServedSpace } from '../spaces/served-space.js';
import { type EngineState, isRefusal, type SpaceProblem } from '../spaces/status.js';

/** Why what is published is not served. */
interface EngineProblem extends SpaceProblem {
  /** For the log: may say more than clients are told. */
  readonly reason: string;
}

/** What is told by who follows an engine. */
export interface EngineEvents {
  /** Something else is published. @param builtMs since when, in milliseconds since 1970 */
  readonly onSpace: (space: EngineSpace, builtMs: number) => void;
  /** Told when it is another problem, and when there is none any more. */
  readonly onProblem: (problem: EngineProblem | undefined) => void;
  /** Told when the engine stops answering, and when it answers again. @param reason undefined: it answers */
  readonly onFailing: (reason: string | undefined) => void;
}

/** An engine that is followed. */
export interface FollowedEngine {
  /** Looks now what is published. Never rejects. */
  readonly look: () => Promise<void>;
  readonly read: () => EngineState;
  /** To be called when nobody waits for an answer any more. */
  readonly stop: () => Promise<void>;
}

/** Called once, with who is to be told. @throws OperationError where it makes no sense to begin */
export type FollowEngine = (events: EngineEvents) => Promise<FollowedEngine>;

class LiveEngine implements ServedSpace, EngineEvents {
  readonly #logger: Logger;
  #space: EngineSpace | undefined;
  builtMs: number | undefined;
  problem: SpaceProblem | undefined;
  refusedSwaps = 0;
  /** Set once the engine is followed. */
  source: Pick<FollowedEngine, 'read'> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** A single space is served without its name in the path. */
  get name(): string {
    return this.#space?.model.space ?? 'content';
  }

  get space(): EngineSpace | undefined {
    return this.#space;
  }

  get engine(): EngineState | undefined {
    return this.source?.read();
  }

  /** Requests under way keep what they began with. */
  onSpace = (space: EngineSpace, builtMs: number): void => {
    const before = this.#space?.id ?? null;
    this.#space = space;
    this.builtMs = builtMs;
    this.#logger.info({ snapshot: space.id, before }, 'another load is served');
  };

  onProblem = (problem: EngineProblem | undefined): void => {
    this.problem = problem === undefined ? undefined : { wanted: problem.wanted, detail: problem.detail };
    if (problem === undefined) return;
    if (isRefusal(problem)) this.refusedSwaps += 1;
    const served = this.#space?.id ?? null;
    const line = { wanted: problem.wanted, served, reason: problem.reason };
    if (served === null) this.#logger.error(line, 'no load can be served');
    else this.#logger.warn(line, 'what is published cannot be served; the load before it still is');
  };

  onFailing = (reason: string | undefined): void => {
    if (reason === undefined) this.#logger.warn('the database answers again');
    else this.#logger.error({ reason }, 'the database does not answer; requests are refused with 503 until it does');
  };
}

/** `pollMs`: how often the file of keys is looked at, besides being watched; 0: never. */
export interface ServeEngineOptions extends Pick<ServeOptions, 'server' | 'logger' | 'pollMs' | 'keysFile'> {
  readonly follow: FollowEngine;
}

/** @throws OperationError when the engine cannot be followed, or an option is wrong */
export async function serveEngine(options: ServeEngineOptions): Promise<Serving> {
  const { server: common, logger, follow } = options;
  const guarding = await guardingOf(options, (state) => keys?.switchTo(state));
  const keys = guarding === undefined ? undefined : new LiveKeys(guarding.state());
  const live = new LiveEngine(logger);
  const followed = await follow(live).catch((error: unknown) => {
    guarding?.stop();
    throw error;
  });
  live.source = followed;
  const server = await startServer({
    ...common,
    logger,
    spaces: [live],
    ...(keys === undefined ? {} : { keys }),
  }).catch(async (error: unknown) => {
    guarding?.stop();
    await followed.stop();
    throw error;
  });
  return {
    ...server,
    spaces: [{ name: live.name, snapshot: live.space?.id }],
    look: async () => {
      await Promise.all([followed.look(), guarding?.look()]);
    },
    async close() {
      guarding?.stop();
      const cut = await server.close();
      await followed.stop();
      return cut;
    },
  };
}
