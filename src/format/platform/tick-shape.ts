/**
 * Undocumented: `process.nextTick` queues objects with one hidden class of V8. If a full collection runs while none is
 * queued, the hidden class is collected too, and each later object takes five times as long; an HTTP answer needs six.
 */
import { executionAsyncResource } from 'node:async_hooks';

const tickObjects: object[] = [];

/**
 * Keeps one such object alive, and with it the hidden class. Call it before there is much garbage.
 *
 * @returns the object
 */
export function keepTickShape(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      tickObjects[0] ??= executionAsyncResource();
      resolve(tickObjects[0]);
    });
  });
}
