/**
 * The command `npm run soak -- [options]`.
 *
 * Exit codes: 0 all held, 1 something did not, 2 wrong usage, 130 interrupted.
 */
import { CommanderError } from 'commander';
import { OperationError } from '../../src/errors/index.js';
import { allCommand } from './options.js';
import { describe, writeResults } from './report.js';
import { soakAll } from './run.js';

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort());

const command = allCommand(async (options) => {
  const report = await soakAll(options, interrupted.signal, {
    onStep: (step) => console.error(step),
    onSample: ({ atSeconds, residentBytes, files, responses, swaps }) =>
      console.error(
        `${atSeconds.toFixed(0)} s: ${(residentBytes / 1e6).toFixed(0)} MB, ${files} files, ${responses} responses, ${swaps} swaps`,
      ),
  });
  writeResults(options, report);
  console.log(describe(report));
  process.exitCode = report.findings.every(({ holds }) => holds) ? 0 : 1;
});

try {
  await command.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (interrupted.signal.aborted) {
    console.error('Interrupted: nothing is left running, and nothing was written.');
    process.exitCode = 130;
  } else if (error instanceof OperationError) {
    console.error(error.message);
    process.exitCode = 1;
  } else throw error;
}
