/**
 * The shell command of `--fetch`, which fetches the content before a build.
 */
import { spawn } from 'node:child_process';
import { OperationError } from '../../../../src/content/errors/index.js';

/** After an hour the command is killed. */
const TIME_LIMIT_MS = 3_600_000;
/** The end of a command's output that an error shows. */
const OUTPUT_LENGTH_MAXIMUM = 2_000;

/**
 * Runs the command with a shell.
 *
 * @param signal kills the command when it is aborted
 * @throws OperationError if it fails, with the end of its output
 */
export function runFetchCommand(command: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that all processes of the shell end with it.
    const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const addOutput = (chunk: Buffer): void => {
      output = `${output}${chunk.toString()}`.slice(-OUTPUT_LENGTH_MAXIMUM);
    };
    child.stdout.on('data', addOutput);
    child.stderr.on('data', addOutput);
    const kill = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const timeLimit = setTimeout(kill, TIME_LIMIT_MS);
    signal.addEventListener('abort', kill);
    child.once('error', reject);
    child.once('close', (code, killSignal) => {
      clearTimeout(timeLimit);
      signal.removeEventListener('abort', kill);
      if (code === 0) resolve();
      else reject(new OperationError(`--fetch ended with ${killSignal ?? code}:\n${output.trim()}`));
    });
  });
}
