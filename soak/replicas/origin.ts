/**
 * The origin of the soak, as those who order it about see it: it fails, lies, is killed and comes back at the same address.
 */
import { once } from 'node:events';
import { Program, type ProgramOptions } from './program.js';

export interface OriginOrder {
  /** Of how many answers one is made wrong; 0: none. */
  readonly oneIn: number;
  /** What is said in place of files: path below the folder, and text. */
  readonly instead: readonly (readonly [path: string, text: string])[];
}

/** What the process tells of itself. */
export interface OriginWord {
  readonly url: string;
  readonly requests: number;
  readonly faults: number;
}

const HONEST: OriginOrder = { oneIn: 0, instead: [] };

export class Origin {
  readonly #program: Program;
  readonly #folder: string;
  readonly #seed: number;
  #order = HONEST;
  #url = '';
  #port = '0';
  /** Of processes that were killed, and of the one that runs. */
  readonly #said = new Map<number, OriginWord>();
  #starts = 0;

  constructor(folder: string, seed: number, options: ProgramOptions) {
    this.#program = new Program('origin', options);
    this.#folder = folder;
    this.#seed = seed;
  }

  get url(): string {
    return this.#url;
  }

  get kills(): number {
    return this.#program.kills;
  }

  /** As far as it was told: what came after the last order to a process that was killed is not in it. */
  get counts(): { readonly requests: number; readonly faults: number } {
    const all = [...this.#said.values()];
    const sum = (of: (word: OriginWord) => number): number => all.reduce((total, word) => total + of(word), 0);
    return { requests: sum(({ requests }) => requests), faults: sum(({ faults }) => faults) };
  }

  async start(): Promise<void> {
    this.#starts += 1;
    const start = this.#starts;
    const child = this.#program.start([this.#folder, this.#port, String(this.#seed + start)], true);
    child.on('message', (word: OriginWord) => {
      this.#said.set(start, word);
      this.#url = word.url;
      this.#port = new URL(word.url).port;
    });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (this.#program.child === child) await this.#tell();
  }

  order(order: OriginOrder): Promise<void> {
    this.#order = order;
    return this.#tell();
  }

  async #tell(): Promise<void> {
    const child = this.#program.child;
    if (child?.connected !== true) return;
    // Who was killed meanwhile is told when it is started again.
    await new Promise<void>((resolve) => child.send(this.#order, () => resolve()));
  }

  kill(): Promise<void> {
    return this.#program.kill();
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
