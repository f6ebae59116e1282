/**
 * The benchmark's end of the processes that copy.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../src/errors/index.js';
import type { CopyTask } from './copier.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'copier.js');

export class Copier {
  readonly #child: ChildProcess = fork(program);

  /** Resolves when the files are on the disk. @throws OperationError when the process ends before */
  async copy(task: CopyTask): Promise<void> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new OperationError('A process that copies has ended before it was done.');
    });
    this.#child.send(task);
    await Promise.race([once(this.#child, 'message'), ended]);
  }

  close(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
