/**
 * A site of the nights: an export that changes, a folder of snapshots, a target, and the command line that runs on them.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from '../../src/format/files/index.js';
import { readCurrent } from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../src/index/verify/index.js';
import { ROOT } from '../../testing/root.js';

const START_MS = 20_000;
const PROGRAM = join(ROOT, 'dist', 'src', 'cli', 'main.js');

export interface CommandOutcome {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stderr: string;
}

export interface RunOptions {
  /** The command is killed after this time; undefined: it is not. */
  readonly killAfterMs?: number;
  /** Program and first arguments that start the command, such as `faketime`. */
  readonly prefix?: readonly string[];
}

export class Site {
  readonly folder: string;
  readonly export: string;
  readonly snapshots: string;
  readonly target: string;
  readonly replica: string;

  constructor(folder: string) {
    this.folder = folder;
    this.export = join(folder, 'export');
    this.snapshots = join(folder, 'snapshots');
    this.target = join(folder, 'target');
    this.replica = join(folder, 'replica');
    mkdirSync(this.export);
    const fields = [
      { name: 'title', type: 'text' },
      { name: 'author', type: 'relationship', to: 'author' },
    ];
    const contentTypes = [
      { name: 'book', fields },
      { name: 'author', fields: [{ name: 'name', type: 'text' }] },
    ];
    writeFileSync(join(this.export, 'model.json'), JSON.stringify({ space: 'nights', contentTypes }));
  }

  /** @param word a part of every title: another word is other content */
  writeExport(bookCount: number, word: string): void {
    const authors = Array.from({ length: 20 }, (_, index) =>
      JSON.stringify({ id: `a${index}`, name: `Author ${index}` }),
    );
    const books = Array.from({ length: bookCount }, (_, index) =>
      JSON.stringify({ id: `b${index}`, title: `${word} ${index}`, author: `a${index % 20}` }),
    );
    writeFileSync(join(this.export, 'author.ndjson'), `${authors.join('\n')}\n`);
    writeFileSync(join(this.export, 'book.ndjson'), `${books.join('\n')}\n`);
  }

  run(args: readonly string[], { killAfterMs, prefix = [] }: RunOptions = {}): Promise<CommandOutcome> {
    const [program = process.execPath, ...programArgs] = [...prefix, process.execPath, PROGRAM, ...args];
    const child = spawn(program, programArgs, { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        clearTimeout(timer);
        resolve({ code, stderr });
      });
    });
  }

  readonly build = (args: readonly string[] = [], options: RunOptions = {}): Promise<CommandOutcome> =>
    this.run(['build', this.export, '--out', this.snapshots, '--threads', '1', ...args], options);

  readonly push = (args: readonly string[] = [], options: RunOptions = {}): Promise<CommandOutcome> =>
    this.run(['push', this.snapshots, `file://${this.target}`, ...args], options);

  readonly pull = (options: RunOptions = {}, args: readonly string[] = []): Promise<CommandOutcome> =>
    this.run(['pull', `file://${this.target}`, '--out', this.replica, ...args], options);

  /** Runs a server of a folder for a moment. @returns its answer of GET /health. @throws if it does not listen in 20 s */
  async askHealth(args: readonly string[], { prefix = [] }: RunOptions = {}): Promise<string> {
    const [program = process.execPath, ...programArgs] = [...prefix, process.execPath, PROGRAM, 'serve', ...args];
    const child = spawn(program, [...programArgs, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      let stdout = '';
      const listening = new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          stdout += chunk.toString();
          const origin = /Listening on (http:\S+)/.exec(stdout)?.[1];
          if (origin !== undefined) resolve(origin);
        });
        child.once('close', (code) => reject(new Error(`the server ended with ${code}`)));
        setTimeout(() => reject(new Error('the server does not listen')), START_MS).unref();
      });
      const answer = await fetch(`${await listening}/health`);
      return await answer.text();
    } finally {
      // The whole group: faketime starts the server as a process of its own.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }
  }

  readonly current = (folder: string) => readCurrent(diskFiles, folder);

  /** @returns problems of the snapshot that CURRENT of the folder names; empty if it is intact, or there is none */
  async findDamage(folder: string): Promise<readonly string[]> {
    const current = await this.current(folder).catch((error: unknown) => String(error));
    if (current === undefined) return [];
    return listProblems(await verifySnapshots(diskFiles, folder)).map((problem) => `${folder}: ${problem}`);
  }
}
