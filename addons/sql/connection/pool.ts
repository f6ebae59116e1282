/**
 * A pool of connections that answers share: a connection runs one statement at a time.
 *
 * A connection is reused only after its statement has ended and every cancel request for it was sent, so that a late cancel
 * never hits the next statement. The driver's own pool queues statements behind running ones, and does not report when a
 * cancelled statement has ended.
 * Elsewhere: one connection (connect), sending the cancel request (serve/control-connection).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from './address.js';
import { type Client, connect } from './connect.js';
import { readFailureCode } from './failure.js';

export interface PoolLimits {
  readonly connections: number;
  /** Maximum duration of a statement, in milliseconds. */
  readonly statementMs: number;
  /** Maximum time that a statement waits for a connection, in milliseconds. */
  readonly waitMs: number;
}

export interface PoolMetrics {
  /** Number of open connections. */
  readonly open: number;
  /** Number of statements that wait for a connection. */
  readonly waiting: number;
  /** Number of statements cancelled since the start because their caller no longer needed them. */
  readonly cancelled: number;
}

/** No connection became free in time. */
export class NoConnectionFree extends Error {
  override readonly name = 'NoConnectionFree';
}

/** A statement did not end in time, and the server did not report it. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The caller no longer needs the rows. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Asks the server to cancel the running statement of a connection. @param name application_name of the connection */
export type CancelStatement = (name: string) => Promise<void>;

interface PooledConnection {
  readonly client: Client;
  /** application_name, unique among the connections to the server. */
  readonly name: string;
  /** Whether the connection must not be reused. */
  isSpent: boolean;
}

interface WaitingRequest {
  readonly take: (connection: PooledConnection) => void;
  readonly refuse: (error: unknown) => void;
}

/** Time beyond the statement's maximum before its connection is closed: only an unreachable server gets this far. */
const statementGraceMs = 5_000;
/** A cancel request that arrives between two steps of a statement is lost, so it is repeated at this interval. */
const cancelRetryMs = 500;
/** Maximum time that `close` waits for cancelled statements. */
const closeTimeoutMs = 1_000;

/** Error codes of a closed connection: from the driver, from Node's sockets, and from a server that shuts down. */
const LOST_CODES: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
]);

const createCancelled = (): Cancelled => new Cancelled('the caller no longer needs the rows');

export class Pool {
  readonly #address: Address;
  readonly #limits: PoolLimits;
  readonly #cancel: CancelStatement;
  readonly #connectClient: typeof connect;
  readonly #name: string;
  #idle: PooledConnection[] = [];
  /** In the order of arrival. */
  readonly #waiting = new Set<WaitingRequest>();
  readonly #cancelling = new Set<Promise<void>>();
  /** Open connections, and connections that are being opened. */
  #connectionCount = 0;
  #openingCount = 0;
  #nameCount = 0;
  #cancelledCount = 0;
  #isClosed = false;

  /**
   * @param name   unique prefix of the names of its connections
   * @param cancel cancels the statement of a connection
   */
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
   * Runs a statement and returns its rows. If the connection was lost, a reading statement is repeated once.
   *
   * @param signal aborted when the caller no longer needs the rows: the statement is then cancelled
   * @throws NoConnectionFree, NoAnswer, Cancelled, or an error of the server or the network
   */
  async ask<Row extends object>(text: string, values: readonly string[], signal: AbortSignal): Promise<readonly Row[]> {
    try {
      return await this.#runOnce<Row>(text, values, signal);
    } catch (error) {
      // The idle connection may have been closed unnoticed. Statements of the pool only read, so repeating one is safe.
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

  /** Closes all connections once the cancelled statements have ended. Call it when no answer is pending. */
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
      if (connection.isSpent) throw new NoAnswer('the server did not answer in time');
      // A server reports that it ends a connection before the connection closes: it must not be reused in between.
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
      const deadline = setTimeout(() => refuse(new NoConnectionFree('all connections were busy')), this.#limits.waitMs);
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

  /** Never rejects: a failure is passed to the waiting requests. */
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
      // If other connections are open, one of them will become free.
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
