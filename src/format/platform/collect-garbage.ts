/**
 * Undocumented: V8's flag `--expose-gc` counts also when it is set while Node runs, for contexts made from then on.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Has this thread's garbage collected, whether or not Node was started with the collector exposed; does nothing where
 * a Node has no way to it.
 *
 * Cost: a full collection, some milliseconds in which nothing else happens.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    collect = typeof found === 'function' ? () => void found() : () => undefined;
  }
  collect();
}
