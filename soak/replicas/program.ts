/**
 * A process of the soak, which is started, killed and restarted, and the origin as such a process. A process that ends
 * by itself is a fault.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../testing/root.js';

const STELE = join(ROOT, 'dist', 'src', 'cli', 'main.js');
const ORIGIN = join(ROOT, 'dist', 'soak', 'replicas', 'origin-process.js');
const stopMs = 20_000;

/** @param temporary folder for temporary files */
const environment = (temporary: string): NodeJS.ProcessEnv => ({ ...process.env, TMPDIR: temporary });

/**
 * Runs a command of stele to its end, or kills it.
 *
 * @param killMs after how long it is killed; undefined: not at all
 * @returns      whether the process ended by itself, and its output
 * @throws       if it fails by itself
 */
export async function runStele(
  args: readonly string[],
  temporary: string,
  killMs: number | undefined,
): Promise<boolean> {
  const child = spawn(process.execPath, [STELE, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment(temporary),
  });
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const ended = once(child, 'close');
  if (killMs !== undefined) {
    await Promise.race([sleep(killMs), ended]);
    child.kill('SIGKILL');
  }
  await ended;
  if (child.exitCode === 0) return true;
  if (child.signalCode === 'SIGKILL' && killMs !== undefined) return false;
  throw new Error(`stele ${args[0]} ended with ${child.exitCode ?? child.signalCode}: ${output.join('')}`);
}

export interface ProgramOptions {
  readonly name: string;
  readonly temporary: string;
  readonly wrong: (what: string) => void;
}

/** A process that continues until it is killed or stopped. */
export class Program {
  readonly #options: ProgramOptions;
  readonly #path: string;
  #child: ChildProcess | undefined;
  kills = 0;

  constructor(path: 'stele' | 'origin', options: ProgramOptions) {
    this.#path = path === 'stele' ? STELE : ORIGIN;
    this.#options = options;
  }

  /** The process that runs now. */
  get child(): ChildProcess | undefined {
    return this.#child;
  }

  /** @param withMessages whether it is spoken to by messages */
  start(args: readonly string[], withMessages: boolean): ChildProcess {
    const { name, temporary, wrong } = this.#options;
    const child = spawn(process.execPath, [this.#path, ...args], {
      stdio: withMessages ? ['ignore', 'ignore', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe'],
      env: environment(temporary),
    });
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (this.#child === child) wrong(`${name} ended by itself: ${code ?? signal}`);
    });
    return child;
  }

  /** In the middle of whatever it does. */
  async kill(): Promise<void> {
    if (this.#child === undefined) return;
    this.kills += 1;
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const deadline = setTimeout(() => {
      this.#options.wrong(`${this.#options.name} does not stop`);
      child.kill('SIGKILL');
    }, stopMs);
    await gone;
    clearTimeout(deadline);
  }
}

export interface OriginOrder {
  /** One in this many answers is made wrong; 0: none. */
  readonly oneIn: number;
  /** Texts that replace files: path below the folder → text. */
  readonly instead: readonly (readonly [path: string, text: string])[];
}

/** A report of the process about itself. */
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

  /** Sum of the reports; events after the last report of a killed process are missing. */
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
    // A process that was killed meanwhile receives the order when it starts again.
    await new Promise<void>((resolve) => child.send(this.#order, () => resolve()));
  }

  kill(): Promise<void> {
    return this.#program.kill();
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
