/**
 * The benchmark's end of a contestant's process.
 */
import { Child } from '../harness/child.js';
import type { Command, Reply, Requests } from './messages.js';

export class Contestant {
  readonly name: string;
  readonly #child: Child<Command, Reply>;

  /** @param args of asked.js */
  constructor(name: string, args: readonly string[]) {
    this.name = name;
    this.#child = new Child(name, 'cold/asked.js', args);
  }

  /** Asks every question once. @param keeps whether answers may be kept from one to the next. @returns whole answers */
  async check(keeps: boolean, requests: Requests): Promise<Buffer[]> {
    const { answers } = await this.#child.order({ kind: 'check', keeps, requests }, 'checked');
    return answers.map((answer) => Buffer.from(answer));
  }

  /** Of bare `node:http` alone: what it shall send. */
  async prepare(answers: ReadonlyMap<string, Buffer>): Promise<void> {
    await this.#child.order({ kind: 'prepare', answers }, 'prepared');
  }

  /** Asks what was checked last, again. @returns microseconds a request */
  async time(turns: number): Promise<number> {
    return (await this.#child.order({ kind: 'time', turns }, 'timed')).us;
  }

  stop(): void {
    this.#child.stop();
  }
}
