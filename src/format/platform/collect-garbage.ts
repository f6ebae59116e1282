/**
 * Undocumented: the V8 flag `--expose-gc` also works when it is set at run time, for contexts that are made afterwards.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Collects the garbage of this thread, even if Node.js was started without `--expose-gc`; does nothing if that fails.
 *
 * Cost: a full collection, which blocks the thread for some milliseconds.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    const gc: unknown = runInNewContext('gc');
    collect = typeof gc === 'function' ? () => void gc() : () => undefined;
  }
  collect();
}
