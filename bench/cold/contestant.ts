/**
 * The benchmark's end of a contestant's process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../src/errors/index.js';
import { type Command, isReply, type Reply, type Requests } from './messages.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'asked.js');

export class Contestant {
  readonly name: string;
  readonly #child: ChildProcess;

  /** @param args of asked.js */
  constructor(name: string, args: readonly string[]) {
    this.name = name;
    this.#child = fork(program, [...args], { serialization: 'advanced' });
  }

  /** Asks every question once. @param keeps whether answers may be kept from one to the next. @returns whole answers */
  async check(keeps: boolean, requests: Requests): Promise<Buffer[]> {
    const reply = await this.#ask({ kind: 'check', keeps, requests });
    return reply.kind === 'checked' ? reply.answers.map((answer) => Buffer.from(answer)) : this.#unexpected(reply);
  }

  /** Of bare `node:http` alone: what it shall send. */
  async prepare(answers: ReadonlyMap<string, Buffer>): Promise<void> {
    await this.#ask({ kind: 'prepare', answers });
  }

  /** Asks what was checked last, again. @returns microseconds a request */
  async time(turns: number): Promise<number> {
    const reply = await this.#ask({ kind: 'time', turns });
    return reply.kind === 'timed' ? reply.us : this.#unexpected(reply);
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #unexpected(reply: Reply): never {
    throw new Error(`${this.name} answered with "${reply.kind}".`);
  }

  #ask(command: Command): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new OperationError(`The process of ${this.name} ended before it answered.`));
      this.#child.once('exit', ended);
      this.#child.once('message', (reply: unknown) => {
        this.#child.off('exit', ended);
        if (!isReply(reply)) reject(new Error(`${this.name} sent something that is no reply.`));
        else if (reply.kind === 'failed') reject(new OperationError(`${this.name}: ${reply.message}`));
        else resolve(reply);
      });
      this.#child.send(command);
    });
  }
}
