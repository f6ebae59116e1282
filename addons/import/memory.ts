/**
 * Keeps an import small: converters leave much behind, and V8 lets the heap grow with it while the machine has room.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Beyond it a collection is asked for. */
const residentBytesMaximum = 220 * 2 ** 20;
/** Items between two looks. */
const lookEvery = 200;
/** So that a set of ids that is larger than this leaves time for work. */
const leastMsBetween = 500;

let collect: (() => void) | undefined;

/** Takes V8's own function into use; the flag changes nothing else. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return typeof found === 'function' ? () => found() : () => undefined;
}

export class MemoryKeeper {
  #items = 0;
  #lastMs = 0;

  /** Called for every item. */
  item(): void {
    this.#items += 1;
    if (this.#items % lookEvery !== 0 || process.memoryUsage.rss() < residentBytesMaximum) return;
    const nowMs = performance.now();
    if (nowMs - this.#lastMs < leastMsBetween) return;
    collect ??= collector();
    collect();
    this.#lastMs = performance.now();
  }
}
