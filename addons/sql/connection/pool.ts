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
import { readFailureCode } from './failure.js';

export interface PoolLimits {
  readonly connections: number;
  /** What a statement may take, in milliseconds. */
  readonly statementMs: number;
  /** How long a statement waits for a connection, in milliseconds. */
  readonly waitMs: number;
}

export interface PoolMetrics {
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

interface PooledConnection {
  readonly client: Client;
  /** That no other connection to the server has. */
  readonly name: string;
  /** Whether nothing more shall be asked. */
  isSpent: boolean;
}

interface WaitingRequest {
  readonly take: (connection: PooledConnection) => void;
  readonly refuse: (error: unknown) => void;
}

/** The server itself ends what takes too long; this is for a server that cannot be reached any more. */
const statementGraceMs = 5_000;
/** What is cancelled between two of its steps goes on; so it is cancelled again. */
const cancelRetryMs = 500;
/** How long a stop waits for what is being cancelled. */
const closeTimeoutMs = 1_000;

/** What the driver, Node's sockets and a server that ends connections say of one that has ended. */
const LOST_CODES: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
]);

const createCancelled = (): Cancelled => new Cancelled('nobody waits for the rows any more');

export class Pool {
  readonly #address: Address;
  readonly #limits: PoolLimits;
  readonly #cancel: CancelStatement;
  readonly #connectClient: typeof connect;
  readonly #name: string;
  #idle: PooledConnection[] = [];
  /** In the order in which they came. */
  readonly #waiting = new Set<WaitingRequest>();
  readonly #cancelling = new Set<Promise<void>>();
  /** Open ones, and those that are being opened. */
  #connectionCount = 0;
  #openingCount = 0;
  #nameCount = 0;
  #cancelledCount = 0;
  #isClosed = false;

  /** @param name what the names of its connections begin with; nobody else's may */
  constructor(
    address: Address,
    name: string,
    limits: PoolLimits,
    cancel: CancelStatement,
    connectClient: typeof connect = connect,
  ) {
    this.#connectClient = connectClient;
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
      return await this.#runOnce<Row>(text, values, signal);
    } catch (error) {
      // It may have been closed long ago without anybody noticing. What only reads can be asked twice.
      if (!LOST_CODES.has(readFailureCode(error) ?? '') || signal.aborted || this.#isClosed) throw error;
      for (const idleConnection of this.#idle.splice(0)) this.#drop(idleConnection);
      return this.#runOnce<Row>(text, values, signal);
    }
  }

  readMetrics(): PoolMetrics {
    return {
      open: this.#connectionCount - this.#openingCount,
      waiting: this.#waiting.size,
      cancelled: this.#cancelledCount,
    };
  }

  /** Ends all connections, once what is cancelled has ended. To be called when nobody waits for rows. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#waiting) refuse(createCancelled());
    await Promise.race([Promise.all(this.#cancelling), sleep(closeTimeoutMs, undefined, { ref: false })]);
    for (const idleConnection of this.#idle.splice(0)) this.#drop(idleConnection);
  }

  async #runOnce<Row extends object>(
    text: string,
    values: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Row[]> {
    const connection = await this.#acquire(signal);
    const running = connection.client.query<Row>(text, values);
    const cancelling: Promise<void>[] = [];
    const cancel = (): void => void cancelling.push(this.#cancelUntilEnded(connection.name, running));
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const deadline = setTimeout(() => {
      connection.isSpent = true;
      void connection.client.end().catch(() => undefined);
    }, this.#limits.statementMs + statementGraceMs);
    try {
      return (await running).rows;
    } catch (error) {
      if (signal.aborted) throw createCancelled();
      if (connection.isSpent) throw new NoAnswer('the server has not answered in time');
      // A server that ends a connection says so before the connection closes: nobody else may get it in between.
      if (LOST_CODES.has(readFailureCode(error) ?? '')) connection.isSpent = true;
      throw error;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
      if (cancelling.length === 0) this.#release(connection);
      else this.#releaseAfterCancelling(connection, Promise.all(cancelling));
    }
  }

  async #cancelUntilEnded(name: string, running: Promise<unknown>): Promise<void> {
    this.#cancelledCount += 1;
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
      await Promise.race([ended, sleep(cancelRetryMs, undefined, { ref: false })]);
    }
  }

  #releaseAfterCancelling(connection: PooledConnection, cancelling: Promise<unknown>): void {
    const settled = cancelling.then(() => {
      this.#cancelling.delete(settled);
      this.#release(connection);
    });
    this.#cancelling.add(settled);
  }

  #acquire(signal: AbortSignal): Promise<PooledConnection> {
    if (signal.aborted || this.#isClosed) return Promise.reject(createCancelled());
    for (let idleConnection = this.#idle.pop(); idleConnection !== undefined; idleConnection = this.#idle.pop()) {
      if (!idleConnection.client.isLost) return Promise.resolve(idleConnection);
      this.#drop(idleConnection);
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
      const take = (connection: PooledConnection): void => {
        settle();
        resolve(connection);
      };
      const waiting: WaitingRequest = { take, refuse };
      const giveUp = (): void => refuse(createCancelled());
      const deadline = setTimeout(() => refuse(new NoConnectionFree('all connections are busy')), this.#limits.waitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
      this.#openIfNeeded();
    });
  }

  #openIfNeeded(): void {
    if (this.#isClosed || this.#openingCount >= this.#waiting.size || this.#connectionCount >= this.#limits.connections)
      return;
    void this.#open();
  }

  /** Never rejects: those who wait are told. */
  async #open(): Promise<void> {
    this.#connectionCount += 1;
    this.#openingCount += 1;
    try {
      const connection = await this.#connect();
      this.#openingCount -= 1;
      this.#release(connection);
    } catch (error) {
      this.#openingCount -= 1;
      this.#connectionCount -= 1;
      // Where others are open, one of them will be free.
      if (this.#connectionCount === 0) for (const { refuse } of this.#waiting) refuse(error);
    }
  }

  async #connect(): Promise<PooledConnection> {
    this.#nameCount += 1;
    const name = `${this.#name} ${this.#nameCount}`;
    const client = await this.#connectClient(this.#address, name);
    const { statementMs } = this.#limits;
    try {
      await client.query(`SET default_transaction_read_only = on; SET statement_timeout = ${Math.ceil(statementMs)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    return { client, name, isSpent: false };
  }

  #release(connection: PooledConnection): void {
    if (this.#isClosed || connection.isSpent || connection.client.isLost) {
      this.#drop(connection);
      this.#openIfNeeded();
      return;
    }
    const [nextRequest] = this.#waiting;
    if (nextRequest === undefined) this.#idle.push(connection);
    else nextRequest.take(connection);
  }

  #drop({ client }: PooledConnection): void {
    this.#connectionCount -= 1;
    void client.end().catch(() => undefined);
  }
}
