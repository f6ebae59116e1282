/**
 * Coalescing requests for the same work: one run at a time, and one more for all requests that came meanwhile.
 */

/**
 * @param run must not reject
 * @returns a function that requests a run; its promise resolves when no run is left
 */
export function coalesced(run: () => Promise<void>): () => Promise<void> {
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
