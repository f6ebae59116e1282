/**
 * Both ends of a worker process: the parent sends one order at a time, and the worker sends one reply to each.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { OperationError } from '../../src/content/errors/index.js';
import { COMPILED_FOLDER } from './root.js';

interface Message {
  readonly kind: string;
}

/** Message that replaces a reply if an order failed. */
interface Failed {
  readonly failed: string;
}

export class Child<Order extends Message, Reply extends Message> {
  readonly name: string;
  readonly #child: ChildProcess;

  /** @param program below `dist/bench`, or an absolute path; it calls {@link obeyOrders} */
  constructor(name: string, program: string, args: readonly string[] = [], execArgv: readonly string[] = []) {
    this.name = name;
    this.#child = fork(resolve(COMPILED_FOLDER, 'bench', program), [...args], {
      serialization: 'advanced',
      execArgv: [...execArgv],
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @param kind of the reply. @throws OperationError if the process fails or ends */
  order<Kind extends Reply['kind']>(order: Order, kind: Kind): Promise<Extract<Reply, { readonly kind: Kind }>> {
    return new Promise((settle, reject) => {
      const ended = (code: number | null): void =>
        reject(new OperationError(`The process of ${this.name} ended with ${code} before it answered.`));
      this.#child.once('exit', ended);
      this.#child.once('message', (reply: Extract<Reply, { readonly kind: Kind }> | Failed) => {
        this.#child.off('exit', ended);
        if ('failed' in reply) reject(new OperationError(`${this.name}: ${reply.failed}`));
        else if (reply.kind === kind) settle(reply);
        else reject(new Error(`${this.name} was told to ${order.kind}, and sent another reply.`));
      });
      this.#child.send(order);
    });
  }

  /** Lets it end. */
  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Ends it. @returns when it has ended */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((settle) => this.#child.once('exit', settle));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** The child's end: executes the orders that it receives, and exits when the parent is gone. */
export function obeyOrders<Order extends Message, Reply extends Message>(obey: (order: Order) => Promise<Reply>): void {
  process.on('message', (order: Order) => {
    obey(order)
      .catch((error: unknown): Failed => ({ failed: (error instanceof Error && error.stack) || String(error) }))
      .then((reply) => process.send?.(reply));
  });
  process.once('disconnect', () => process.exit());
}
