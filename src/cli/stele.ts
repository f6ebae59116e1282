/**
 * What the `stele` executable runs: the process's streams and signals around the commands.
 */
import { untilSignal } from './io.js';
import { run } from './program.js';

// A reader that has seen enough, such as `head`, closes the pipe; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

let stoppedBy: NodeJS.Signals | undefined;

// Not process.exit: stdout may be a pipe that has not taken all bytes yet.
const code = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  untilStopped: untilSignal,
  onStop: (stop) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const heed = (signal: NodeJS.Signals): void => {
      // Another one ends the process as ever.
      for (const each of signals) process.off(each, heed);
      stoppedBy = signal;
      stop();
    };
    for (const each of signals) process.on(each, heed);
  },
  onHangup: (look) => {
    // In a terminal it says that the terminal is gone, and the server shall go with it.
    if (!process.stdin.isTTY) process.on('SIGHUP', look);
  },
});
process.exitCode = code;
// Whoever sent it, such as a shell with a loop, is to see that it was heeded.
if (stoppedBy !== undefined && code !== 0) process.kill(process.pid, stoppedBy);
