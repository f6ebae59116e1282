/**
 * Undocumented: the V8 flag `--expose-gc` also works when it is set at run time, for contexts that are made afterwards. Its function
 * `gc` takes the flavor `last-resort`, which also shrinks the space for young objects; V8 of Node.js 20 ignores the flavor.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface CollectOptions {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}

let collect: ((options?: CollectOptions) => void) | undefined;

function runCollection(options?: CollectOptions): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    const gc: unknown = runInNewContext('gc');
    collect = typeof gc === 'function' ? (given) => void (given === undefined ? gc() : gc(given)) : () => undefined;
  }
  collect(options);
}

/**
 * Collects the garbage of this thread, even if Node.js was started without `--expose-gc`; does nothing if that fails.
 *
 * Cost: a full collection, which blocks the thread for some milliseconds.
 */
export const collectGarbage = (): void => runCollection();

/**
 * Collects the garbage of this thread, and returns the space for young objects to the system; it grows again under load.
 *
 * Cost: several full collections, which block the thread for some tens of milliseconds: for threads that answer nothing now.
 */
export const shrinkHeap = (): void => runCollection({ type: 'major', execution: 'sync', flavor: 'last-resort' });
