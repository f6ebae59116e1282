/**
 * What a command is run with: its streams and what ends it. Tests hand in their own.
 */

/** `process.stdout` and `process.stderr` are such. */
export interface Output extends NodeJS.WritableStream {
  /** Whether a person watches. */
  readonly isTTY?: boolean;
}

export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when a command that serves shall stop. */
  readonly untilStopped: () => Promise<unknown>;
  /** Calls back when the process is told to stop, for who has to clean up first. */
  readonly onStop?: (stop: () => void) => void;
  /** Calls back each time the process is told to look for news (SIGHUP). */
  readonly onHangup?: (look: () => void) => void;
}

/*
 * Waiting for the signal that ends a command.
 */

/** @returns the first SIGTERM or SIGINT from now on; a second one then ends the process as if nobody listened */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve(signal);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
