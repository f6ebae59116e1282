/**
 * An engine's process as its parent sees it: one order at a time, each with its reply.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { OperationError } from '../../src/errors/index.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import type { Corpus } from './contestants/contestant.js';
import type { Assignment, Order, Reply } from './orders.js';

/** What the largest of them needs for 100,000 articles, and more. */
const heapMegabytes = 8000;

type Kind = Reply['kind'];
type ReplyOf<K extends Kind> = Extract<Reply, { readonly kind: K }>;

const kindOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;

export class EngineProcess {
  readonly #name: string;
  readonly #child: ChildProcess;

  constructor({ engine, corpusFolder }: Assignment, language?: Corpus['language']) {
    this.#name = engine;
    const args = [engine, corpusFolder, ...(language === undefined ? [] : [language])];
    this.#child = fork(join(COMPILED_FOLDER, 'bench/search/worker.js'), args, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
  }

  /** @param kind of the reply. @throws OperationError when the process fails or ends */
  order<K extends Kind>(order: Order, kind: K): Promise<ReplyOf<K>> {
    const isReply = (value: unknown): value is ReplyOf<K> => kindOf(value) === kind;
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => {
        reject(new OperationError(`${this.#name} could not ${order.kind}: ${reason}`));
      };
      const ended = (code: number | null): void => {
        fail(`its process ended with ${code}.`);
      };
      this.#child.once('exit', ended);
      this.#child.once('message', (message: unknown) => {
        this.#child.off('exit', ended);
        if (isReply(message)) resolve(message);
        else fail(JSON.stringify(message));
      });
      this.#child.send(order);
    });
  }

  /** @returns when the process has ended */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}
