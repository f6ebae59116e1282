/**
 * Connections that answers share: each asks one statement at a time, and is then free for the next one.
 *
 * The driver has a pool, too. It sends statements behind one that is still running, so that they wait for it while other
 * connections are free, and it does not tell when a cancelled one has ended. Here a connection is given to nobody else before
 * its statement has ended, and before the server has been told all that there was to cancel: so no other statement is hit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from './address.js';
import { type Client, connect } from './connect.js';
import { codeOf } from './failure.js';

export interface PoolLimits {
  readonly connections: number;
  /** What a statement may take, in milliseconds. */
  readonly statementMs: number;
  /** How long a statement waits for a connection, in milliseconds. */
  readonly waitMs: number;
}

export interface PoolReadings {
  /** Connections that are open. */
  readonly open: number;
  /** Statements that wait for one. */
  readonly waiting: number;
  /** Statements that were cancelled since the start because nobody waited for them any more. */
  readonly cancelled: number;
}

/** No connection has become free in time. */
export class NoConnectionFree extends Error {
  override readonly name = 'NoConnectionFree';
}

/** A statement has not ended in time, and the server has not said so. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Nobody waits for the rows any more. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Has the server end what a connection asks. @param name that the connection gave itself */
export type CancelStatement = (name: string) => Promise<void>;

interface Pooled {
  readonly client: Client;
  /** That no other connection to the server has. */
  readonly name: string;
  /** Whether nothing more shall be asked. */
  isSpent: boolean;
}

interface Waiting {
  readonly take: (pooled: Pooled) => void;
  readonly refuse: (error: unknown) => void;
}

/** The server itself ends what takes too long; this is for a server that cannot be reached any more. */
const graceMs = 5_000;
/** What is cancelled between two of its steps goes on; so it is cancelled again. */
const cancelAgainMs = 500;
/** How long a stop waits for what is being cancelled. */
const closeMs = 1_000;

/** What the driver, Node's sockets and a server that ends connections say of one that has ended. */
const LOST: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
]);

const gone = (): Cancelled => new Cancelled('nobody waits for the rows any more');

export class Pool {
  readonly #address: Address;
  readonly #limits: PoolLimits;
  readonly #cancel: CancelStatement;
  readonly #connecting: typeof connect;
  readonly #name: string;
  #idle: Pooled[] = [];
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  readonly #cancelling = new Set<Promise<void>>();
  /** Open ones, and those that are being opened. */
  #count = 0;
  #opening = 0;
  #named = 0;
  #cancelled = 0;
  #isClosed = false;

  /** @param name what the names of its connections begin with; nobody else's may */
  constructor(
    address: Address,
    name: string,
    limits: PoolLimits,
    cancel: CancelStatement,
    connecting: typeof connect = connect,
  ) {
    this.#connecting = connecting;
    this.#address = address;
    this.#name = name;
    this.#limits = limits;
    this.#cancel = cancel;
  }

  /**
   * @param signal of who does not want the rows any more: then the statement is cancelled
   * @throws NoConnectionFree, NoAnswer, Cancelled, or what the server and the network throw
   */
  async ask<Row extends object>(text: string, values: readonly string[], signal: AbortSignal): Promise<readonly Row[]> {
    try {
      return await this.#once<Row>(text, values, signal);
    } catch (error) {
      // It may have been closed long ago without anybody noticing. What only reads can be asked twice.
      if (!LOST.has(codeOf(error) ?? '') || signal.aborted || this.#isClosed) throw error;
      for (const idle of this.#idle.splice(0)) this.#drop(idle);
      return this.#once<Row>(text, values, signal);
    }
  }

  read(): PoolReadings {
    return { open: this.#count - this.#opening, waiting: this.#waiting.size, cancelled: this.#cancelled };
  }

  /** Ends all connections, once what is cancelled has ended. To be called when nobody waits for rows. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#waiting) refuse(gone());
    await Promise.race([Promise.all(this.#cancelling), sleep(closeMs, undefined, { ref: false })]);
    for (const idle of this.#idle.splice(0)) this.#drop(idle);
  }

  async #once<Row extends object>(
    text: string,
    values: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Row[]> {
    const pooled = await this.#take(signal);
    const running = pooled.client.query<Row>(text, values);
    const cancelling: Promise<void>[] = [];
    const cancel = (): void => void cancelling.push(this.#cancelUntilEnded(pooled.name, running));
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const deadline = setTimeout(() => {
      pooled.isSpent = true;
      void pooled.client.end().catch(() => undefined);
    }, this.#limits.statementMs + graceMs);
    try {
      return (await running).rows;
    } catch (error) {
      if (signal.aborted) throw gone();
      if (pooled.isSpent) throw new NoAnswer('the server has not answered in time');
      // A server that ends a connection says so before the connection closes: nobody else may get it in between.
      if (LOST.has(codeOf(error) ?? '')) pooled.isSpent = true;
      throw error;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
      if (cancelling.length === 0) this.#giveBack(pooled);
      else this.#giveBackLater(pooled, Promise.all(cancelling));
    }
  }

  async #cancelUntilEnded(name: string, running: Promise<unknown>): Promise<void> {
    this.#cancelled += 1;
    let isRunning = true;
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    void ended.then(() => {
      isRunning = false;
    });
    while (isRunning) {
      await this.#cancel(name).catch(() => undefined);
      await Promise.race([ended, sleep(cancelAgainMs, undefined, { ref: false })]);
    }
  }

  #giveBackLater(pooled: Pooled, cancelling: Promise<unknown>): void {
    const done = cancelling.then(() => {
      this.#cancelling.delete(done);
      this.#giveBack(pooled);
    });
    this.#cancelling.add(done);
  }

  #take(signal: AbortSignal): Promise<Pooled> {
    if (signal.aborted || this.#isClosed) return Promise.reject(gone());
    for (let found = this.#idle.pop(); found !== undefined; found = this.#idle.pop()) {
      if (!found.client.isLost) return Promise.resolve(found);
      this.#drop(found);
    }
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(deadline);
        signal.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiting);
      };
      const refuse = (error: unknown): void => {
        settle();
        reject(error);
      };
      const take = (pooled: Pooled): void => {
        settle();
        resolve(pooled);
      };
      const waiting: Waiting = { take, refuse };
      const giveUp = (): void => refuse(gone());
      const deadline = setTimeout(() => refuse(new NoConnectionFree('all connections are busy')), this.#limits.waitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
      this.#openWhereWanted();
    });
  }

  #openWhereWanted(): void {
    if (this.#isClosed || this.#opening >= this.#waiting.size || this.#count >= this.#limits.connections) return;
    void this.#open();
  }

  /** Never rejects: those who wait are told. */
  async #open(): Promise<void> {
    this.#count += 1;
    this.#opening += 1;
    try {
      const pooled = await this.#connect();
      this.#opening -= 1;
      this.#giveBack(pooled);
    } catch (error) {
      this.#opening -= 1;
      this.#count -= 1;
      // Where others are open, one of them will be free.
      if (this.#count === 0) for (const { refuse } of this.#waiting) refuse(error);
    }
  }

  async #connect(): Promise<Pooled> {
    this.#named += 1;
    const name = `${this.#name} ${this.#named}`;
    const client = await this.#connecting(this.#address, name);
    const { statementMs } = this.#limits;
    try {
      await client.query(`SET default_transaction_read_only = on; SET statement_timeout = ${Math.ceil(statementMs)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    return { client, name, isSpent: false };
  }

  #giveBack(pooled: Pooled): void {
    if (this.#isClosed || pooled.isSpent || pooled.client.isLost) {
      this.#drop(pooled);
      this.#openWhereWanted();
      return;
    }
    const [next] = this.#waiting;
    if (next === undefined) this.#idle.push(pooled);
    else next.take(pooled);
  }

  #drop({ client }: Pooled): void {
    this.#count -= 1;
    void client.end().catch(() => undefined);
  }
}
