/**
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
