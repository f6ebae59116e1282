/**
 * A space that an engine answers: read by every request, replaced when another load is published.
 */
import type { Logger } from 'pino';
import type { EngineSpace } from '../../jsonapi/index.js';
import type { ServedSpace } from '../spaces/served-space.js';
import { type EngineState, isRefusal, type SpaceProblem } from '../spaces/status.js';
import type { EngineEvents, EngineProblem, FollowedEngine } from './follow-engine.js';

export class LiveEngine implements ServedSpace, EngineEvents {
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

  /** Requests in progress keep the load that they began with. */
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
    else if (served === problem.wanted) {
      this.#logger.warn(line, 'a part of the served load cannot be read; requests that need it are refused with 503');
    } else this.#logger.warn(line, 'the published load cannot be served; the load before it is still served');
  };

  onFailing = (reason: string | undefined): void => {
    if (reason === undefined) this.#logger.warn('the database answers again');
    else this.#logger.error({ reason }, 'the database does not answer; requests are refused with 503 until it does');
  };
}
