/**
 * Undocumented: `process.nextTick` queues an object whose keys are symbols of Node's own. Where V8 collects all garbage
 * while none is queued, the shape of these objects is collected too; from then on every such object is made the slow
 * way, which takes five times as long, and an answer over HTTP needs six of them.
 */
import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Has this thread keep one such object, so that their shape stays. To be called before there is much garbage.
 *
 * @returns the object
 */
export function keepTickShape(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      kept[0] ??= executionAsyncResource();
      resolve(kept[0]);
    });
  });
}
