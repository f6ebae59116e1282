/**
 * The one connection of a running server that answers nobody: it is asked what is published, and ends statements of the
 * others. It is made anew when it is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '../connection/address.js';
import { type Client, connect } from '../connection/connect.js';

/** What the server may take for a look. */
const statementMs = 5_000;
/** Beyond that, for a server that cannot be reached any more. */
const statementGraceMs = 2_000;

const createTimeoutError = (): Error => Object.assign(new Error('no answer has come in time'), { code: 'ETIMEDOUT' });

export class ControlConnection {
  readonly #address: Address;
  readonly #name: string;
  #current: Promise<Client> | undefined;

  /** @param name of the connection, for who looks at the server */
  constructor(address: Address, name: string) {
    this.#address = address;
    this.#name = name;
  }

  /** Does something on the connection. @throws what `use`, the server and the network throw; 'ETIMEDOUT' where it does not end */
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

  /** Ends what connections of this name ask. Names are unique, so behind one address may be several servers. */
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

  /** Others may have left it, and have another one. */
  #abandon(client: Client, current: Promise<Client>): void {
    if (this.#current === current) this.#current = undefined;
    void client.end().catch(() => undefined);
  }
}
