/**
 * A contestant's process: `asked.js bare`, or `asked.js <root> <snapshots>`. It asks the server within it over
 * connections in memory, and keeps the time.
 *
 * Each contestant has a process of its own: compiled code and garbage of one are none of another's.
 */
import type { Server } from 'node:http';
import { obeyOrders } from '../harness/child.js';
import { Connection } from './connection.js';
import type { Command, Reply, Requests } from './contestant.js';
import { BareServer, steleServer } from './servers.js';

/** Requests that arrive together, as they do under load: Node reads them in one turn of the event loop. */
const together = 16;

class Asked {
  readonly #servers: { readonly kept: Server; readonly cold: Server };
  #connections: Connection[] = [];
  #requests: Requests = [];
  #lengths: number[] = [];
  #next = 0;
  /** Keeps the questions' places while they are on their way. */
  readonly #asked: number[] = [];

  constructor(servers: { readonly kept: Server; readonly cold: Server }) {
    this.#servers = servers;
  }

  /** Asks every question twice where answers may be kept, so that they are. @returns the last answers */
  async check(keeps: boolean, requests: Requests): Promise<Buffer[]> {
    const server = keeps ? this.#servers.kept : this.#servers.cold;
    this.#connections = Array.from({ length: together }, () => new Connection(server));
    const answers: Buffer[] = [];
    // At once and on all of them: a server closes a connection on which no request comes for some seconds.
    for (const [place, request] of requests.entries()) {
      const connection = this.#connections[place % together]!;
      for (let again = 0; keeps && again < 2; again += 1) await connection.answer(request);
      answers.push(await connection.answer(request));
    }
    this.#requests = requests;
    this.#lengths = answers.map(({ byteLength }) => byteLength);
    this.#next = 0;
    return answers;
  }

  /** @returns microseconds a request. @throws Error when an answer is not as long as it was, or missing */
  async time(turns: number): Promise<number> {
    const startMs = performance.now();
    for (let turn = 0; turn < turns; turn += 1) {
      for (let i = 0; i < together; i += 1) {
        const place = this.#next;
        this.#next = place + 1 === this.#requests.length ? 0 : place + 1;
        this.#asked[i] = place;
        // A callback of its own, as each socket that can be read has one: what it leaves to do is done behind it.
        setImmediate(ask, this.#connections[i]!, this.#requests[place]!);
      }
      await new Promise(setImmediate);
      for (let i = 0; i < together; i += 1) {
        const connection = this.#connections[i]!;
        const place = this.#asked[i]!;
        if (connection.received === this.#lengths[place]) continue;
        throw new Error(
          `An answer had ${connection.received} bytes instead of ${this.#lengths[place]}: ${firstLine(this.#requests[place]!)}`,
        );
      }
    }
    return ((performance.now() - startMs) * 1000) / (turns * together);
  }
}

const ask = (connection: Connection, request: Buffer): void => connection.ask(request);

const firstLine = (request: Buffer): string => request.toString('latin1').split('\r\n')[0] ?? '';

const [, , root, snapshots = ''] = process.argv;
const bare = root === 'bare' ? new BareServer() : undefined;
const asked = new Asked(
  bare === undefined
    ? { kept: await steleServer(root ?? '', snapshots, undefined), cold: await steleServer(root ?? '', snapshots, 0) }
    : { kept: bare.server, cold: bare.server },
);

obeyOrders<Command, Reply>({ check: true, prepare: true, time: true }, async (command) => {
  switch (command.kind) {
    case 'check': {
      const requests = command.requests.map((one) => Buffer.from(one));
      return { kind: 'checked', answers: await asked.check(command.keeps, requests) };
    }
    case 'prepare':
      bare?.prepare(new Map(Array.from(command.answers, ([target, answer]) => [target, Buffer.from(answer)])));
      return { kind: 'prepared' };
    case 'time':
      return { kind: 'timed', us: await asked.time(command.turns) };
  }
});
