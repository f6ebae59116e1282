/**
 * The main module of the executable: connects the streams and signals of the process to the commands.
 */
import { untilSignal } from './io.js';
import { run } from './program.js';

// A reader such as `head` closes the pipe when it has enough lines: not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

let stopSignal: NodeJS.Signals | undefined;

// Set the exit code and do not call process.exit: stdout may be a pipe with unwritten bytes.
const code = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  untilStopped: untilSignal,
  onStop: (stop) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const stopOn = (signal: NodeJS.Signals): void => {
      // A second signal ends the process, as it does by default.
      for (const name of signals) process.off(name, stopOn);
      stopSignal = signal;
      stop();
    };
    for (const name of signals) process.on(name, stopOn);
  },
  onHangup: (look) => {
    // In a terminal SIGHUP means that the terminal is closed: the server ends with it.
    if (!process.stdin.isTTY) process.on('SIGHUP', look);
  },
});
process.exitCode = code;
// End by the same signal, so that the parent process, such as a shell with a loop, sees the interruption.
if (stopSignal !== undefined && code !== 0) process.kill(process.pid, stopSignal);
