/**
 * Works on a list with a bounded number of tasks at the same time.
 */

/**
 * Calls the task for each item. After a failure no further task begins, and the first failure is thrown.
 *
 * @param parallel number of tasks at the same time, at least 1
 * @throws the reason of the signal if it is aborted
 */
export async function forEachInParallel<Item>(
  items: readonly Item[],
  parallel: number,
  signal: AbortSignal,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        signal.throwIfAborted();
        await task(item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(parallel, items.length) }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
