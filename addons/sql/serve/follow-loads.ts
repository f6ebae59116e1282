/**
 * Following the register of a database: which load is published, whether it can be served, and whether the database answers
 * at all. What is served stays until another load can be.
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
  /** Of the register. */
  readonly schema: string;
  /** How often the register is looked at; 0: never. */
  readonly pollMs: number;
  readonly limits: PoolLimits;
  /** Whether to begin although the database does not answer yet. */
  readonly wait: boolean;
}

/** Why what is published is not served. */
export interface LoadProblem {
  /** Null where nothing is published. */
  readonly wanted: SnapshotId | null;
  /** For whoever asks: no name of a role or a server. */
  readonly detail: string;
  /** For the log. */
  readonly reason: string;
}

export interface LoadEvents {
  /** Another load can be served. @param loadedMs when it was complete, in milliseconds since 1970 */
  readonly onSpace: (space: EngineSpace, loadedMs: number) => void;
  /** Told when it is another problem, and when there is none any more. */
  readonly onProblem: (problem: LoadProblem | undefined) => void;
  /** Told when the database stops answering, and when it answers again. @param reason undefined: it answers */
  readonly onFailing: (reason: string | undefined) => void;
}

export interface LoadMetrics extends PoolMetrics {
  /** Since when the database does not answer; null while it does. */
  readonly failingSinceMs: number | null;
  /** Answers that were not given since the start, because the database did not answer, or not in time. */
  readonly failures: number;
}

export interface LoadFollowing {
  /** Looks now. Never rejects. */
  readonly look: () => Promise<void>;
  readonly read: () => LoadMetrics;
  readonly stop: () => Promise<void>;
}

/** The server has no room for another connection; those that answers have go on. */
const TOO_MANY_CONNECTIONS = '53300';

const firstRetryMs = 200;
const lastRetryMs = 5_000;
/** So that many servers do not ask at the same moment. */
const addJitter = (ms: number): number => ms * (0.8 + 0.4 * Math.random());

/** @throws OperationError where the database does not answer at the start, unless `wait` is set */
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
  /** The load that is served, as far as it can be. */
  #load: number | undefined;
  /** Aborted when another load is served. */
  #columnFetching = new AbortController();
  #isServing = false;
  /** Whether the load that is served lies on several servers. */
  #isDistributed = false;
  #problem: LoadProblem | undefined;
  #failure: Error | undefined;
  #failingSinceMs: number | null = null;
  #failures = 0;
  /** After which time a look that failed is repeated; undefined where the last one did not. */
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

  /** Why the database does not answer. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  // One look at a time: what is asked for meanwhile is one more look after it.
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

  /** Requests that need a silent worker get 503, others are answered. */
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
      // Answers need one beside it.
      ...(connections > 1 && { columnFetching: this.#columnFetching.signal }),
      isLost: () => this.#failure !== undefined,
      onFailure: (kind, error) => this.#countFailedAnswer(kind, error),
    };
  }

  #countFailedAnswer(kind: FailureKind, error?: unknown): void {
    if (kind === 'gone') return;
    this.#failures += 1;
    // Its tables are looked at again, so that somebody is told.
    if (isMissingTables(error)) this.#load = undefined;
    // It may be one connection, or the whole server.
    const isAlreadyChecked = this.#failure !== undefined || this.#currentCheck !== undefined;
    if (kind === 'lost' && !isAlreadyChecked && !this.#isStopped) void this.look();
  }

  #noLoadReason(): string {
    const { schema } = this.#options;
    return `no load of the schema ${schema} is published, or it was never loaded into. Load something: stele load <export> --to <url>, or give another --schema.`;
  }

  #reportReachable(): void {
    this.#retryMs = undefined;
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#failingSinceMs = null;
    this.#events.onFailing(undefined);
  }

  #reportUnreachable(error: unknown): void {
    // The role may be let in and not be let read.
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
        'the database could not be asked what is published',
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
