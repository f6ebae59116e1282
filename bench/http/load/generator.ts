/**
 * The benchmark's end of the load generator: one process, for all contestants alike.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../../src/errors/index.js';
import type { LoadOutcome, LoadPlan } from './load.js';
import { type Command, isReply, type Reply } from './messages.js';
import type { QuestionSet } from './questions.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'main.js');

/** What loads servers. */
export interface LoadGenerator {
  readonly pid: number;
  /** Keeps a set of questions under a name, in place of an earlier one. */
  take(name: string, set: QuestionSet): Promise<void>;
  /** Loads a server with a set, from where the last load ended. @throws OperationError when an answer was wrong or missing */
  load(name: string, plan: LoadPlan): Promise<LoadOutcome>;
}

export class Generator implements LoadGenerator {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(program, [], { serialization: 'advanced' });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async take(name: string, set: QuestionSet): Promise<void> {
    await this.#ask({ kind: 'take', name, set });
  }

  async load(name: string, plan: LoadPlan): Promise<LoadOutcome> {
    const reply = await this.#ask({ kind: 'load', name, plan });
    if (reply.kind === 'loaded') return reply.outcome;
    throw new Error(`The generator answered "${reply.kind}" to a load.`);
  }

  #ask(command: Command): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new OperationError('The load generator ended before it answered.'));
      this.#child.once('exit', ended);
      this.#child.once('message', (reply: unknown) => {
        this.#child.off('exit', ended);
        if (!isReply(reply)) reject(new Error('The generator sent something that is no reply.'));
        else if (reply.kind === 'failed') reject(new OperationError(reply.message));
        else resolve(reply);
      });
      this.#child.send(command);
    });
  }

  close(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
