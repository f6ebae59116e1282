/**
 * A replica of the soak: a server that follows the origin, gets requests all the time, and is killed at random times.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { faultOfResponse, type Response } from '../../testing/requests/responses.js';
import type { Conversation } from '../../testing/requests/writing/wire.js';
import { hold } from '../requests/socket.js';
import { type Answers, QUESTIONS } from './answers.js';
import { Program, type ProgramOptions } from './program.js';

export interface ReplicaOptions extends ProgramOptions {
  readonly folder: string;
  readonly originUrl: () => string;
  readonly publicKey: string;
  readonly answers: Answers;
  readonly below: (bound: number) => number;
}

export interface ReplicaSample {
  readonly residentBytes: number;
  readonly files: number;
}

const answerMs = 20_000;

/** Refusals for want of time are documented, and so is a replica that has nothing yet; any other 5xx is a fault. */
const faultUnlessRefused = (response: Response): string | undefined =>
  response.status === 503 ? undefined : faultOfResponse(response);

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #program: Program;
  readonly #tags = new Map<string, string>();
  #url: string | undefined;
  #snapshot = '';
  #night = 0;
  answers = 0;
  unchanged = 0;
  conversations = 0;
  /** Messages of the log, without parts that differ from line to line. */
  readonly log = new Map<string, number>();

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#program = new Program('stele', options);
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** That was served last. */
  get snapshot(): string {
    return this.#snapshot;
  }

  get kills(): number {
    return this.#program.kills;
  }

  /** It is asked as soon as it listens. */
  start(): void {
    const { folder, originUrl, publicKey } = this.#options;
    const follow = ['--follow', originUrl(), '--poll', '1', '--trust', publicKey, '--keep', '2'];
    // Others use the machine: no answer is refused for being late.
    const patient = ['--max-turn', '600000', '--max-cost', '600000'];
    const child = this.#program.start(['serve', folder, '--port', '0', ...follow, ...patient], false);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      if (this.#program.child !== child) return;
      output += chunk.toString();
      this.#url ??= /Listening on (\S+?)\/?\s/.exec(output)?.[1];
    });
    let line = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      const lines = `${line}${chunk.toString()}`.split('\n');
      line = lines.pop() ?? '';
      for (const text of lines) this.#hear(text);
    });
  }

  #hear(line: string): void {
    const { wrong, name } = this.#options;
    const message = /"msg":"([^"]*)"/.exec(line)?.[1];
    if (message === undefined) wrong(`${name} says: ${line}`);
    else this.log.set(message, (this.log.get(message) ?? 0) + 1);
  }

  /** Sends one request and compares the answer. A replica that does not run is skipped. */
  async ask(): Promise<void> {
    const { name, answers, below, wrong } = this.#options;
    const child = this.#program.child;
    const url = this.#url;
    if (child === undefined || url === undefined) return;
    const question = QUESTIONS[below(QUESTIONS.length)] ?? '';
    const askedTag = below(2) === 0 ? this.#tags.get(question) : undefined;
    try {
      const response = await fetch(`${url}/delivery/jsonapi${question}`, {
        headers: askedTag === undefined ? {} : { 'if-none-match': askedTag },
        signal: AbortSignal.timeout(answerMs),
      });
      const body = await response.text();
      const { status, headers } = response;
      // It has never had anything yet.
      if (status === 503 && this.#night === 0) return;
      const snapshot = headers.get('x-service-snapshot') ?? '';
      const tag = headers.get('etag') ?? '';
      const fault = answers.wrongWith({ question, status, snapshot, tag, askedTag, body });
      if (fault !== undefined) return wrong(`${name}: ${fault}`);
      const night = answers.nightOf(snapshot) ?? 0;
      if (night < this.#night) wrong(`${name}: back from night ${this.#night} to ${night}`);
      this.#night = night;
      this.#snapshot = snapshot;
      this.#tags.set(question, tag);
      this.answers += 1;
      if (status === 304) this.unchanged += 1;
    } catch (error) {
      // The end of the process may be reported a moment after the end of its connections.
      if (this.#program.child === child && child.signalCode === null) wrong(`${name}: ${question}: ${String(error)}`);
    }
  }

  /** Has a hostile conversation with the replica, and judges the responses. */
  async converse(conversation: Conversation): Promise<void> {
    const { name, wrong } = this.#options;
    const child = this.#program.child;
    if (child === undefined || this.#url === undefined) return;
    const { hostname, port } = new URL(this.#url);
    const { fault } = await hold(hostname, Number(port), conversation, faultUnlessRefused);
    if (fault === undefined) this.conversations += 1;
    else if (this.#program.child === child && child.signalCode === null) {
      wrong(`${name}: ${fault}: ${JSON.stringify(conversation.pieces.join('').slice(0, 200))}`);
    }
  }

  /** @returns undefined if it is not there, or the platform does not tell */
  async sample(): Promise<ReplicaSample | undefined> {
    const child = this.#program.child;
    if (child === undefined || this.#url === undefined) return undefined;
    const text = await fetch(`${this.#url}/metrics`)
      .then((response) => response.text())
      .catch(() => '');
    const read = (name: string): number | undefined => {
      const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
      return value === undefined ? undefined : Number(value);
    };
    const residentBytes = read('process_resident_memory_bytes');
    const files = read('process_open_fds');
    return residentBytes === undefined || files === undefined ? undefined : { residentBytes, files };
  }

  async kill(): Promise<void> {
    this.#url = undefined;
    // After a restart, the replica must report its snapshot again.
    this.#snapshot = '';
    await this.#program.kill();
  }

  async stop(): Promise<void> {
    this.#url = undefined;
    await this.#program.stop();
  }

  /** @returns whether it comes to serve the snapshot in time */
  async reaches(snapshot: string, withinMs: number): Promise<boolean> {
    for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(50)) {
      if (this.#snapshot === snapshot) return true;
    }
    return false;
  }
}
