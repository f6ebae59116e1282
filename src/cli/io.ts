/**
 * The environment of a command: its output streams, environment variables and signals. Tests pass their own.
 */

/** An output stream, such as `process.stdout`. */
export interface Output extends NodeJS.WritableStream {
  /** Whether the stream is a terminal. */
  readonly isTTY?: boolean;
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined;
}

export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when a serving command must stop. */
  readonly untilStopped: () => Promise<unknown>;
  /** Registers a callback for the signal to stop, for commands that clean up first. */
  readonly onStop?: (stop: () => void) => void;
  /** Registers a callback for SIGHUP, which asks the command to look for changes. */
  readonly onHangup?: (look: () => void) => void;
}

/** @returns the first SIGTERM or SIGINT from now on; a second signal ends the process, as it does by default */
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

/** @returns a function that writes a step, such as `checking: book`, if the output is a terminal */
export function stepWriter(output: Output, verb: string): (step: string) => void {
  return (step) => {
    if (output.isTTY === true) output.write(`${verb}: ${step}\n`);
  };
}
