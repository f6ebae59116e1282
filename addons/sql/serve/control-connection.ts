/**
 * The control connection of a running server: it reads the register and cancels statements of the pool's connections.
 *
 * It is opened on first use, and opened again after a loss.
 * Elsewhere: connections for answers (connection/pool).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '../connection/address.js';
import { type Client, connect } from '../connection/connect.js';

/** Maximum duration of a statement on this connection. */
const statementMs = 5_000;
/** Time beyond it before the connection is given up: only an unreachable server gets this far. */
const statementGraceMs = 2_000;

const createTimeoutError = (): Error =>
  Object.assign(new Error('the server did not answer in time'), { code: 'ETIMEDOUT' });

export class ControlConnection {
  readonly #address: Address;
  readonly #name: string;
  #current: Promise<Client> | undefined;

  /** @param name application_name of the connection */
  constructor(address: Address, name: string) {
    this.#address = address;
    this.#name = name;
  }

  /** Runs a task on the connection. @throws errors of the task, the server and the network; code ETIMEDOUT if it takes too long */
  async run<Result>(task: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await this.#client();
    const current = this.#current;
    const statementEnded = new AbortController();
    try {
      return await Promise.race([
        task(client),
        sleep(statementMs + statementGraceMs, undefined, { ref: false, signal: statementEnded.signal }).then(() => {
          if (current !== undefined) this.#abandon(client, current);
          throw createTimeoutError();
        }),
      ]);
    } finally {
      statementEnded.abort();
    }
  }

  /** Cancels the statement of the connection with this application_name, on whichever server behind the address it runs. */
  async cancel(name: string): Promise<void> {
    await this.run((client) =>
      client.query('SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [name]),
    );
  }

  async end(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    await current?.then((client) => client.end()).catch(() => undefined);
  }

  async #client(): Promise<Client> {
    this.#current ??= this.#connect();
    const current = this.#current;
    try {
      const client = await current;
      if (!client.isLost) return client;
      this.#abandon(client, current);
    } catch (error) {
      if (this.#current === current) this.#current = undefined;
      throw error;
    }
    return this.#client();
  }

  async #connect(): Promise<Client> {
    const client = await connect(this.#address, this.#name);
    try {
      await client.query(`SET default_transaction_read_only = on; SET statement_timeout = ${statementMs}`);
      return client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Closes a connection. Keeps a newer one, which another task may have opened meanwhile. */
  #abandon(client: Client, current: Promise<Client>): void {
    if (this.#current === current) this.#current = undefined;
    void client.end().catch(() => undefined);
  }
}
