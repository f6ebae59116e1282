/**
 * `npm start` in a process of its own, on any free port.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../dist/data/start.js', import.meta.url));

/** @returns where it listens, and what ends it */
export async function startProcess() {
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (part) => {
    told += part;
  });
  const ended = once(child, 'exit');
  while (!told.includes('Stop it with') && child.exitCode === null) {
    await Promise.race([ended, once(child.stdout, 'data')]);
  }
  const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(told) ?? [];
  if (origin !== undefined) {
    return {
      origin,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('npm start ended before it listened; npm run compile makes what it runs.');
}
