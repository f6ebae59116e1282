/**
 * Runs the command line: in this process with captured streams, or as the compiled program.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../../src/cli/program.js';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether a person seems to watch both streams. */
  readonly isTTY?: boolean;
  /** Width of both streams, if they are terminals. */
  readonly columns?: number;
  /** Called with all of stdout each time it grows. A command that serves is stopped when the promise resolves. */
  readonly whileServing?: (stdout: string) => Promise<void>;
}

class Capture extends PassThrough {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly #chunks: Buffer[] = [];

  constructor(isTTY: boolean, columns?: number) {
    super();
    this.isTTY = isTTY;
    this.columns = columns;
    this.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs a command in this process; a server stops at once, without telling load balancers first. */
export async function stele(given: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const args = options.whileServing === undefined ? given : [...given, '--drain-delay', '0'];
  const stdout = new Capture(options.isTTY ?? false, options.columns);
  const stderr = new Capture(options.isTTY ?? false, options.columns);
  const untilStopped = async (): Promise<void> => {
    await nextTurn();
    await options.whileServing?.(stdout.text);
  };
  const code = await run(args, { stdout, stderr, env: options.env ?? {}, untilStopped });
  await nextTurn();
  return { code, stdout: stdout.text, stderr: stderr.text };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @returns a compiled program; `npm test` has compiled before, a single test file may not have. @throws Error if it
 * is none
 */
export function compiled(path: string): string {
  const program = `${root}dist/${path}`;
  // Other tests run the compiled files, so these must not be rewritten.
  if (!existsSync(`${root}dist`)) {
    execFileSync(process.execPath, [
      `${root}node_modules/typescript/bin/tsc`,
      '--project',
      `${root}tsconfig.build.json`,
    ]);
  }
  if (!existsSync(program)) throw new Error(`There is no ${program}: npm run compile makes what there is a source of.`);
  return program;
}

export interface Running {
  readonly child: ChildProcess;
  /** Resolves with all of stdout once it matches. */
  readonly until: (pattern: RegExp) => Promise<string>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Outcome & { readonly signal: NodeJS.Signals | null }>;
}

/** The command line as the package has it: bundled, it starts in half of the processor time that its modules take. */
export const EXECUTABLE = 'package/stele.js';

/** Starts a compiled program as a process of its own. @param node to run it with */
export function start(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node: string = process.execPath,
): Running {
  const child = spawn(node, [compiled(path), ...args], { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended: Running['ended'] = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code: code ?? -1, signal, stdout, stderr }));
  });
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(stdout)) resolve(stdout);
      };
      child.stdout.on('data', look);
      child.once('close', () => reject(new Error(`ended without ${pattern}:\n${stdout}\n${stderr}`)));
      look();
    });
  return { child, until, ended };
}
