/**
 * Following the register of a database: which load is published, whether it can be served, and whether the database answers
 * at all. What is served stays until another load can be.
 */
import { randomBytes } from 'node:crypto';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import type { EngineSpace } from '../../../src/jsonapi/index.js';
import type { Address } from '../connection/address.js';
import { codeOf, explainDatabaseFailure } from '../connection/failure.js';
import { Pool, type PoolLimits, type PoolReadings } from '../connection/pool.js';
import type { PublishedLoad } from '../register/entries.js';
import { Register } from '../register/register.js';
import { Control } from './control.js';
import { type FailureKind, isWithoutTables, kindOf } from './failures.js';
import { readLoad } from './read-load.js';
import { servedLoad } from './served-load.js';
import { silentWorkers } from './silent-workers.js';

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

export interface LoadReadings extends PoolReadings {
  /** Since when the database does not answer; null while it does. */
  readonly failingSinceMs: number | null;
  /** Answers that were not given since the start, because the database did not answer, or not in time. */
  readonly failures: number;
}

export interface FollowedLoads {
  /** Looks now. Never rejects. */
  readonly look: () => Promise<void>;
  readonly read: () => LoadReadings;
  readonly stop: () => Promise<void>;
}

/** The server has no room for another connection; those that answers have go on. */
const NO_ROOM = '53300';

const firstRetryMs = 200;
const lastRetryMs = 5_000;
/** So that many servers do not ask at the same moment. */
const jittered = (ms: number): number => ms * (0.8 + 0.4 * Math.random());

/** @throws OperationError where the database does not answer at the start, unless `wait` is set */
export async function followLoads(
  address: Address,
  options: FollowLoadsOptions,
  events: LoadEvents,
): Promise<FollowedLoads> {
  const follower = new LoadFollower(address, options, events);
  await follower.look();
  if (follower.failure !== undefined && !options.wait) {
    await follower.stop();
    throw follower.failure;
  }
  return follower;
}

class LoadFollower implements FollowedLoads {
  readonly #address: Address;
  readonly #options: FollowLoadsOptions;
  readonly #events: LoadEvents;
  readonly #control: Control;
  readonly #pool: Pool;
  /** The load that is served, as far as it can be. */
  #load: number | undefined;
  /** Aborted when another load is served. */
  #holding = new AbortController();
  #isServing = false;
  /** Whether the load that is served lies on several servers. */
  #isSpread = false;
  #problem: LoadProblem | undefined;
  #failure: Error | undefined;
  #failingSinceMs: number | null = null;
  #failures = 0;
  /** After which time a look that failed is repeated; undefined where the last one did not. */
  #retryMs: number | undefined;
  #looking: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(address: Address, options: FollowLoadsOptions, events: LoadEvents) {
    this.#address = address;
    this.#options = options;
    this.#events = events;
    const name = `stele serve ${randomBytes(6).toString('hex')}`;
    this.#control = new Control(address, name);
    this.#pool = new Pool(address, name, options.limits, (connection) => this.#control.cancel(connection));
  }

  /** Why the database does not answer. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  // One look at a time: what is asked for meanwhile is one more look after it.
  look = (): Promise<void> => {
    this.#isWanted = true;
    this.#looking ??= this.#run();
    return this.#looking;
  };

  read = (): LoadReadings => ({
    ...this.#pool.read(),
    failingSinceMs: this.#failingSinceMs,
    failures: this.#failures,
  });

  stop = async (): Promise<void> => {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#holding.abort();
    await this.#pool.close();
    await this.#control.end();
  };

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      await this.#once();
    }
    this.#looking = undefined;
    if (this.#isStopped) return;
    const nextMs = this.#retryMs ?? this.#options.pollMs;
    if (nextMs > 0) this.#timer = setTimeout(this.look, jittered(nextMs)).unref();
  }

  async #once(): Promise<void> {
    try {
      await this.#control.use(async (client) => {
        const register = new Register(client, this.#options.schema);
        const published = (await register.exists()) ? await register.published() : undefined;
        this.#answers();
        if (published === undefined) {
          this.#refuse(null, 'no load is published', this.#nothingPublished());
          return;
        }
        if (published.load !== this.#load) {
          const read = await readLoad(client, register, published);
          if ('problem' in read) {
            this.#refuse(read.wanted, read.detail, read.problem);
            return;
          }
          this.#load = published.load;
          this.#isServing = true;
          this.#isSpread = read.distributed !== undefined;
          this.#events.onSpace(servedLoad(read, this.#asking()), published.finishedMs);
        }
        const silent = this.#isSpread ? await silentWorkers(client) : [];
        if (silent.length === 0) this.#accept();
        else this.#missWorkers(silent, published);
      });
    } catch (error) {
      if (!this.#isStopped) this.#fails(error);
    }
  }

  /** Requests that need a silent worker get 503, others are answered. */
  #missWorkers(workers: readonly string[], { fingerprint }: PublishedLoad): void {
    this.#retryMs = lastRetryMs;
    const names = workers.join(', ');
    this.#refuse(
      snapshotId(fingerprint) ?? null,
      `a server that holds a part of the tables does not answer: ${names}`,
      `the worker ${names} of Citus does not answer the coordinator. Start it, or look into its log; requests that need it get 503 until then.`,
    );
  }

  #asking(): Parameters<typeof servedLoad>[1] {
    const { connections, statementMs, waitMs } = this.#options.limits;
    this.#holding.abort();
    this.#holding = new AbortController();
    return {
      pool: this.#pool,
      statementMs,
      answerMs: statementMs + waitMs,
      // Answers need one beside it.
      ...(connections > 1 && { holding: this.#holding.signal }),
      isLost: () => this.#failure !== undefined,
      onFailure: (kind, error) => this.#answerFailed(kind, error),
    };
  }

  #answerFailed(kind: FailureKind, error?: unknown): void {
    if (kind === 'gone') return;
    this.#failures += 1;
    // Its tables are looked at again, so that somebody is told.
    if (isWithoutTables(error)) this.#load = undefined;
    // It may be one connection, or the whole server.
    const isKnown = this.#failure !== undefined || this.#looking !== undefined;
    if (kind === 'lost' && !isKnown && !this.#isStopped) void this.look();
  }

  #nothingPublished(): string {
    const { schema } = this.#options;
    return `no load of the schema ${schema} is published, or it was never loaded into. Load something: stele load <export> --to <url>, or give another --schema.`;
  }

  #answers(): void {
    this.#retryMs = undefined;
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#failingSinceMs = null;
    this.#events.onFailing(undefined);
  }

  #fails(error: unknown): void {
    // The role may be let in and not be let read.
    if (codeOf(error) === '42501') {
      this.#answers();
      this.#refuse(null, 'what is published cannot be read', this.#notAllowed());
      return;
    }
    this.#retryMs = Math.min(lastRetryMs, 2 * (this.#retryMs ?? firstRetryMs / 2));
    const explained = explainDatabaseFailure(error, 'serve from the database', this.#address);
    const failure = explained instanceof Error ? explained : new Error(String(explained));
    if (this.#isServing && (kindOf(error) !== 'lost' || codeOf(error) === NO_ROOM)) {
      this.#refuse(this.#problem?.wanted ?? null, 'the database could not be asked what is published', failure.message);
      return;
    }
    const isNew = this.#failure === undefined;
    this.#failure = failure;
    this.#failingSinceMs ??= Date.now();
    if (isNew) this.#events.onFailing(failure.message);
  }

  #notAllowed(): string {
    const { user } = this.#address;
    return `the role ${user} may not read the register in the schema ${this.#options.schema}. Load with --reader ${user}.`;
  }

  #refuse(wanted: SnapshotId | null, detail: string, reason: string): void {
    if (this.#problem?.reason === reason) return;
    this.#problem = { wanted, detail, reason };
    this.#events.onProblem(this.#problem);
  }

  #accept(): void {
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    this.#events.onProblem(undefined);
  }
}
