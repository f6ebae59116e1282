/**
 * One period of load: a number of connections, a duration, and a supply of requests; every answer is checked.
 *
 * Without a rate the loop is closed: a connection sends its next request after the answer. With a rate it is open:
 * requests arrive at random times without waiting for answers, and a latency counts from the arrival.
 */
import { Random } from '../../../data/generate/random.js';
import type { Answered } from './connection.js';
import { Connection, type ConnectionEvents } from './connection.js';
import { Histogram, Stalls } from './histogram.js';
import type { Supply } from './questions.js';

export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Requests a second; absent: each connection sends the next request after an answer. */
  readonly ratePerSecond?: number;
  /** Whether a 503 that says when to come again, or a closed connection, is an answer too: only under overload. */
  readonly mayRefuse: boolean;
}

export interface LoadOutcome {
  /** Questions taken from the supply. */
  readonly asked: number;
  readonly answers: number;
  /** Answers of 503. */
  readonly refusals: number;
  /** Connections that the server closed. */
  readonly closed: number;
  /** Time from the first request to the last answer. */
  readonly elapsedMs: number;
  readonly bodyBytes: number;
  /** Buckets of a Histogram. */
  readonly latencies: Uint32Array;
  readonly refusalLatencies: Uint32Array;
  /** At a rate: latencies of the answers that did not wait while the generator was held up; otherwise none. */
  readonly undisturbed: Uint32Array;
  /** At a rate: the delay with which the generator looked for due requests. */
  readonly lateness: Uint32Array;
}

/** One in this many answers has its bytes checked, in addition to status and length. */
const checksumEvery = 16;
/** An answer that takes longer than this never comes. */
const patienceMs = 60_000;
/** How often arrivals are looked for at a rate. */
const lookMs = 1;
/** Time until a connection that was cut off or refused is opened again. */
const reconnectMs = 50;

export class Load {
  readonly #plan: LoadPlan;
  readonly #supply: Supply;
  readonly #latencies = new Histogram();
  readonly #refusalLatencies = new Histogram();
  readonly #undisturbed = new Histogram();
  #stalls: Stalls | undefined;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  /** Arrivals that no connection was free for, the longest waiting first. */
  readonly #queue: number[] = [];
  readonly #events: ConnectionEvents;
  #asked = 0;
  #waiting = 0;
  #refusals = 0;
  #closed = 0;
  #bodyBytes = 0;
  #startedMs = 0;
  #lastMs = 0;
  #stopped = false;
  #failure: Error | undefined;
  #finish: () => void = () => undefined;

  constructor(plan: LoadPlan, supply: Supply) {
    this.#plan = plan;
    this.#supply = supply;
    this.#events = {
      answered: (connection, answer) => this.#answered(connection, answer),
      closed: (connection, waiting) => this.#lost(connection, waiting),
      failed: (error) => this.#fail(error),
    };
  }

  /** @throws Error if an answer is wrong or missing, with the question */
  async run(): Promise<LoadOutcome> {
    const { port, connections, durationMs } = this.#plan;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        this.#open.add(await Connection.open(port, this.#events));
      }),
    );
    const patience = setTimeout(() => this.#fail(new Error('an answer never came')), durationMs + patienceMs);
    await new Promise<void>((resolve) => {
      this.#finish = resolve;
      this.#startedMs = performance.now();
      setTimeout(() => this.#stop(), durationMs);
      if (this.#plan.ratePerSecond === undefined) for (const connection of this.#open) this.#ask(connection);
      else this.#arrive(this.#plan.ratePerSecond);
    });
    clearTimeout(patience);
    for (const connection of this.#open) connection.end();
    if (this.#failure !== undefined) throw this.#failure;
    return {
      asked: this.#asked,
      answers: this.#latencies.samples,
      refusals: this.#refusals,
      closed: this.#closed,
      elapsedMs: this.#lastMs - this.#startedMs,
      bodyBytes: this.#bodyBytes,
      latencies: this.#latencies.counts,
      refusalLatencies: this.#refusalLatencies.counts,
      undisturbed: this.#undisturbed.counts,
      lateness: (this.#stalls?.lateness ?? new Histogram()).counts,
    };
  }

  #arrive(ratePerSecond: number): void {
    this.#idle.push(...this.#open);
    const random = new Random(Math.round(ratePerSecond), 'bench/arrivals');
    const gapMs = (): number => (-Math.log(random.unit()) * 1000) / ratePerSecond;
    let nextMs = this.#startedMs + gapMs();
    const stalls = new Stalls(lookMs, this.#startedMs);
    this.#stalls = stalls;
    const look = (): void => {
      const now = performance.now();
      stalls.look(now);
      // Continues looking while the last answers are on their way, so that stalls are seen.
      if (this.#stopped) {
        if (this.#waiting > 0 || this.#queue.length > 0) setTimeout(look, lookMs);
        return;
      }
      for (; nextMs <= now; nextMs += gapMs()) {
        const connection = this.#idle.pop();
        if (connection === undefined) this.#queue.push(nextMs);
        else this.#ask(connection, nextMs);
      }
      // A millisecond late at most, which counts as latency. Looking without a pause would take a core of the machine
      // from the server: its answers then waited up to 100 ms for a processor.
      setTimeout(look, lookMs);
    };
    look();
  }

  #ask(connection: Connection, sinceMs = performance.now()): void {
    const question = this.#stopped && this.#plan.ratePerSecond === undefined ? undefined : this.#supply.next();
    if (question === undefined) {
      this.#queue.length = 0;
      this.#stop();
      return;
    }
    this.#asked += 1;
    this.#waiting += 1;
    connection.question = question;
    connection.sinceMs = sinceMs;
    connection.send(this.#supply.request(question), this.#asked % checksumEvery === 0);
  }

  #answered(connection: Connection, answer: Answered): void {
    this.#lastMs = performance.now();
    this.#waiting -= 1;
    const elapsedMs = this.#lastMs - connection.sinceMs;
    if (answer.status === 503 && answer.hasRetryAfter && this.#plan.mayRefuse) {
      this.#refusals += 1;
      this.#refusalLatencies.record(elapsedMs);
    } else {
      const fault = this.#supply.fault(connection.question, answer.status, answer.byteLength, answer.checksum);
      if (fault !== undefined) {
        const line = this.#supply.request(connection.question).toString('latin1').split('\r\n')[0];
        this.#fail(new Error(`A wrong answer, ${fault}: ${line}`));
        return;
      }
      this.#latencies.record(elapsedMs);
      if (this.#stalls?.disturbs(connection.sinceMs, this.#lastMs) === false) this.#undisturbed.record(elapsedMs);
      this.#bodyBytes += answer.byteLength;
    }
    if (this.#plan.ratePerSecond === undefined) this.#ask(connection);
    else {
      const queued = this.#queue.shift();
      if (queued === undefined) this.#idle.push(connection);
      else this.#ask(connection, queued);
    }
    if (this.#stopped) this.#finishIfDone();
  }

  #lost(connection: Connection, waiting: boolean): void {
    this.#open.delete(connection);
    if (!this.#plan.mayRefuse) {
      this.#fail(new Error('The server closed a connection that should have stayed open.'));
      return;
    }
    this.#closed += 1;
    if (waiting) this.#waiting -= 1;
    if (this.#stopped) this.#finishIfDone();
    else setTimeout(() => this.#reconnect(), reconnectMs);
  }

  #reconnect(): void {
    if (this.#stopped) return;
    Connection.open(this.#plan.port, this.#events).then(
      (connection) => {
        this.#open.add(connection);
        if (this.#stopped) return;
        if (this.#plan.ratePerSecond === undefined) this.#ask(connection);
        else this.#idle.push(connection);
      },
      () => setTimeout(() => this.#reconnect(), reconnectMs),
    );
  }

  #stop(): void {
    this.#stopped = true;
    this.#finishIfDone();
  }

  #finishIfDone(): void {
    if (this.#waiting === 0 && this.#queue.length === 0) this.#finish();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#stopped = true;
    this.#finish();
  }
}
