/**
 * Follows the register of a database: checks at intervals which load is published and serves it.
 *
 * The served load stays in place until another one can be served. A database that fails is tried again after 0.2 to 5 s.
 * Elsewhere: reading a load (read-load), answering from it (served-load).
 */
import { randomBytes } from 'node:crypto';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import type { EngineSpace } from '../../../src/jsonapi/index.js';
import type { Address } from '../connection/address.js';
import { explainDatabaseFailure, readFailureCode } from '../connection/failure.js';
import { Pool, type PoolLimits, type PoolMetrics } from '../connection/pool.js';
import type { PublishedLoad } from '../register/entries.js';
import { Register } from '../register/register.js';
import { ControlConnection } from './control-connection.js';
import { classifyFailure, type FailureKind, isMissingTables } from './failures.js';
import { readLoad } from './read-load.js';
import { createServedSpace } from './served-load.js';
import { findSilentWorkers } from './silent-workers.js';

export interface FollowLoadsOptions {
  /** Schema of the register. */
  readonly schema: string;
  /** Interval between checks of the register, in milliseconds; 0: none. */
  readonly pollMs: number;
  readonly limits: PoolLimits;
  /** Whether to start although the database does not answer yet. */
  readonly wait: boolean;
}

/** The reason why the published load is not served. */
export interface LoadProblem {
  /** Id of the published load; null if there is none or it is unknown. */
  readonly wanted: SnapshotId | null;
  /** For clients: names no role. */
  readonly detail: string;
  /** For the log: what is wrong, and what to do. */
  readonly reason: string;
}

export interface LoadEvents {
  /** Called with a load that can be served. @param loadedMs when it was complete, in milliseconds since 1970 */
  readonly onSpace: (space: EngineSpace, loadedMs: number) => void;
  /** Called when the problem changes; undefined when it is solved. */
  readonly onProblem: (problem: LoadProblem | undefined) => void;
  /** Called when the database stops answering, and when it answers again. @param reason undefined if it answers */
  readonly onFailing: (reason: string | undefined) => void;
}

export interface LoadMetrics extends PoolMetrics {
  /** When the database stopped answering, in milliseconds since 1970; null while it answers. */
  readonly failingSinceMs: number | null;
  /** Number of requests since the start that failed because the database did not answer in time. */
  readonly failures: number;
}

export interface LoadFollowing {
  /** Checks the register now. Never rejects. */
  readonly look: () => Promise<void>;
  readonly read: () => LoadMetrics;
  readonly stop: () => Promise<void>;
}

/** SQLSTATE of a server that accepts no further connection; open connections stay usable. */
const TOO_MANY_CONNECTIONS = '53300';

const firstRetryMs = 200;
const lastRetryMs = 5_000;
/** Spreads the checks of many servers over time. */
const addJitter = (ms: number): number => ms * (0.8 + 0.4 * Math.random());

/** @throws OperationError if the database does not answer at the start and `wait` is not set */
export async function followLoads(
  address: Address,
  options: FollowLoadsOptions,
  events: LoadEvents,
): Promise<LoadFollowing> {
  const follower = new LoadFollower(address, options, events);
  await follower.look();
  if (follower.failure !== undefined && !options.wait) {
    await follower.stop();
    throw follower.failure;
  }
  return follower;
}

class LoadFollower implements LoadFollowing {
  readonly #address: Address;
  readonly #options: FollowLoadsOptions;
  readonly #events: LoadEvents;
  readonly #control: ControlConnection;
  readonly #pool: Pool;
  /** Number of the served load; undefined to read it again at the next check. */
  #load: number | undefined;
  /** Aborted when another load is served: stops fetching columns of the previous one. */
  #columnFetching = new AbortController();
  #isServing = false;
  /** Whether the served load has distributed tables. */
  #isDistributed = false;
  #problem: LoadProblem | undefined;
  #failure: Error | undefined;
  #failingSinceMs: number | null = null;
  #failures = 0;
  /** Delay before the next check after a failed one; undefined if the last check succeeded. */
  #retryMs: number | undefined;
  #currentCheck: Promise<void> | undefined;
  #isCheckRequested = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(address: Address, options: FollowLoadsOptions, events: LoadEvents) {
    this.#address = address;
    this.#options = options;
    this.#events = events;
    const name = `stele serve ${randomBytes(6).toString('hex')}`;
    this.#control = new ControlConnection(address, name);
    this.#pool = new Pool(address, name, options.limits, (connection) => this.#control.cancel(connection));
  }

  /** The reason why the database does not answer; undefined if it does. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  // One check at a time: requests during a check lead to one more check after it.
  look = (): Promise<void> => {
    this.#isCheckRequested = true;
    this.#currentCheck ??= this.#runChecks();
    return this.#currentCheck;
  };

  read = (): LoadMetrics => ({
    ...this.#pool.readMetrics(),
    failingSinceMs: this.#failingSinceMs,
    failures: this.#failures,
  });

  stop = async (): Promise<void> => {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#columnFetching.abort();
    await this.#pool.close();
    await this.#control.end();
  };

  async #runChecks(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#isCheckRequested && !this.#isStopped) {
      this.#isCheckRequested = false;
      await this.#checkOnce();
    }
    this.#currentCheck = undefined;
    if (this.#isStopped) return;
    const nextMs = this.#retryMs ?? this.#options.pollMs;
    if (nextMs > 0) this.#timer = setTimeout(this.look, addJitter(nextMs)).unref();
  }

  async #checkOnce(): Promise<void> {
    try {
      await this.#control.run(async (client) => {
        const register = new Register(client, this.#options.schema);
        const published = (await register.exists()) ? await register.published() : undefined;
        this.#reportReachable();
        if (published === undefined) {
          this.#reportProblem(null, 'no load is published', this.#noLoadReason());
          return;
        }
        if (published.load !== this.#load) {
          const read = await readLoad(client, register, published);
          if ('problem' in read) {
            this.#reportProblem(read.wanted, read.detail, read.problem);
            return;
          }
          this.#load = published.load;
          this.#isServing = true;
          this.#isDistributed = read.distributed !== undefined;
          this.#events.onSpace(createServedSpace(read, this.#answeringOptions()), published.finishedMs);
        }
        const silentWorkerNames = this.#isDistributed ? await findSilentWorkers(client) : [];
        if (silentWorkerNames.length === 0) this.#clearProblem();
        else this.#reportSilentWorkers(silentWorkerNames, published);
      });
    } catch (error) {
      if (!this.#isStopped) this.#reportUnreachable(error);
    }
  }

  /** Reports workers of Citus that do not answer. Requests that need them get 503; others are answered. */
  #reportSilentWorkers(workers: readonly string[], { fingerprint }: PublishedLoad): void {
    this.#retryMs = lastRetryMs;
    const names = workers.join(', ');
    this.#reportProblem(
      snapshotId(fingerprint) ?? null,
      `a server that holds a part of the tables does not answer: ${names}`,
      `the worker ${names} of Citus does not answer the coordinator. Start it, or look into its log; requests that need it get 503 until then.`,
    );
  }

  #answeringOptions(): Parameters<typeof createServedSpace>[1] {
    const { connections, statementMs, waitMs } = this.#options.limits;
    this.#columnFetching.abort();
    this.#columnFetching = new AbortController();
    return {
      pool: this.#pool,
      statementMs,
      answerMs: statementMs + waitMs,
      // Fetching columns occupies a connection, so answers need another one.
      ...(connections > 1 && { columnFetching: this.#columnFetching.signal }),
      isLost: () => this.#failure !== undefined,
      onFailure: (kind, error) => this.#countFailedAnswer(kind, error),
    };
  }

  #countFailedAnswer(kind: FailureKind, error?: unknown): void {
    if (kind === 'gone') return;
    this.#failures += 1;
    // The next check reads the load again and reports the problem.
    if (isMissingTables(error)) this.#load = undefined;
    // A check finds out whether one connection failed or the whole server.
    const isAlreadyChecked = this.#failure !== undefined || this.#currentCheck !== undefined;
    if (kind === 'lost' && !isAlreadyChecked && !this.#isStopped) void this.look();
  }

  #noLoadReason(): string {
    const { schema } = this.#options;
    return `no load of the schema ${schema} is published, or nothing was ever loaded into it. Load content: stele load <export> --to <url>, or give another --schema.`;
  }

  #reportReachable(): void {
    this.#retryMs = undefined;
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#failingSinceMs = null;
    this.#events.onFailing(undefined);
  }

  #reportUnreachable(error: unknown): void {
    // The server accepts the role, which lacks the right to read the register.
    if (readFailureCode(error) === '42501') {
      this.#reportReachable();
      this.#reportProblem(null, 'what is published cannot be read', this.#registerForbiddenReason());
      return;
    }
    this.#retryMs = Math.min(lastRetryMs, 2 * (this.#retryMs ?? firstRetryMs / 2));
    const explained = explainDatabaseFailure(error, 'serve from the database', this.#address);
    const failure = explained instanceof Error ? explained : new Error(String(explained));
    if (this.#isServing && (classifyFailure(error) !== 'lost' || readFailureCode(error) === TOO_MANY_CONNECTIONS)) {
      this.#reportProblem(
        this.#problem?.wanted ?? null,
        'the register of the database cannot be read',
        failure.message,
      );
      return;
    }
    const isNewFailure = this.#failure === undefined;
    this.#failure = failure;
    this.#failingSinceMs ??= Date.now();
    if (isNewFailure) this.#events.onFailing(failure.message);
  }

  #registerForbiddenReason(): string {
    const { user } = this.#address;
    return `the role ${user} may not read the register in the schema ${this.#options.schema}. Load with --reader ${user}.`;
  }

  #reportProblem(wanted: SnapshotId | null, detail: string, reason: string): void {
    if (this.#problem?.reason === reason) return;
    this.#problem = { wanted, detail, reason };
    this.#events.onProblem(this.#problem);
  }

  #clearProblem(): void {
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    this.#events.onProblem(undefined);
  }
}
