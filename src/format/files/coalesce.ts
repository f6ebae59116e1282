/**
 * Coalescing requests for the same work: one run at a time, and one more for all requests that came meanwhile.
 */

/**
 * Joins what is asked for: one run at a time, and one more after it for whatever was asked meanwhile.
 *
 * @param run must not reject
 * @returns what asks for a run; it resolves when no run is left
 */
export function joined(run: () => Promise<void>): () => Promise<void> {
  let isWanted = false;
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await run();
    }
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= runAll();
    return running;
  };
}
