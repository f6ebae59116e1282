/**
 * Commands as somebody types them, one after the other in one folder: counted, and their seconds added up.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export class Terminal {
  readonly #folder: string;
  #commands = 0;
  #ms = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get commands(): number {
    return this.#commands;
  }

  get seconds(): string {
    return (this.#ms / 1000).toFixed(1);
  }

  /** @returns a terminal in which all of this has been typed already */
  onwards(): Terminal {
    const next = new Terminal(this.#folder);
    next.#commands = this.#commands;
    next.#ms = this.#ms;
    return next;
  }

  /** @returns what it printed. @throws where it fails */
  async run(command: string): Promise<string> {
    const { code, stdout, stderr } = await this.#typed(command);
    if (code === 0) return stdout;
    throw new Error(`${command} ended with ${code}:\n${stdout}${stderr}`);
  }

  /** @returns what it printed of why it failed. @throws where it does not */
  async refusal(command: string): Promise<string> {
    const { code, stdout, stderr } = await this.#typed(command);
    if (code !== 0) return `${stdout}${stderr}`;
    throw new Error(`${command} was to fail, and did not`);
  }

  /**
   * Starts a server, asks it as soon as it says where it is, and stops it.
   *
   * @param wanted a pattern that the answer must match
   */
  async answerOf(command: string, request: string, wanted: string): Promise<void> {
    const startMs = performance.now();
    // A group of its own, as npm starts others.
    const child = spawn(command, { shell: true, cwd: this.#folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    try {
      let told = '';
      const hear = (part: Buffer): void => {
        told += part.toString();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      let origin: string | undefined;
      while (origin === undefined && child.exitCode === null) {
        await Promise.race([ended, once(child.stdout, 'data'), once(child.stderr, 'data')]);
        origin = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(told)?.[0];
      }
      if (origin === undefined) throw new Error(`${command} ended before it served:\n${told}`);
      const answer = await (await fetch(`${origin}/delivery/jsonapi${request}`)).text();
      if (!new RegExp(wanted).test(answer)) throw new Error(`${request} was answered with ${answer.slice(0, 500)}`);
      this.#commands += 1;
      this.#ms += performance.now() - startMs;
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  }

  async #typed(command: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
    const startMs = performance.now();
    const child = spawn(command, { shell: true, cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part: Buffer) => {
      stdout += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => {
      stderr += part.toString();
    });
    const [code] = await once(child, 'close');
    this.#commands += 1;
    this.#ms += performance.now() - startMs;
    return { code: Number(code), stdout, stderr };
  }
}
