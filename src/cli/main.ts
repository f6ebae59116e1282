#!/usr/bin/env node
/**
 * The `stele` executable: the process's streams and signals around the commands.
 */
import { untilSignal } from '../server/index.js';
import { run } from './program.js';

// A reader that has seen enough, such as `head`, closes the pipe; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// Not process.exit: stdout may be a pipe that has not taken all bytes yet.
process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  untilStopped: untilSignal,
  onHangup: (look) => {
    // In a terminal it says that the terminal is gone, and the server shall go with it.
    if (!process.stdin.isTTY) process.on('SIGHUP', look);
  },
});
