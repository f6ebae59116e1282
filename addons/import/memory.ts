/**
 * Bounds the memory of an import: converters make much garbage, and V8 lets the heap grow while the machine has free memory.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Above this resident memory, garbage is collected. */
const residentBytesMaximum = 220 * 2 ** 20;
/** Number of items between two checks. */
const itemsPerCheck = 200;
/** A set of ids may alone exceed the bound: without a pause, the import would only collect garbage. */
const msBetweenCollections = 500;

let collect: (() => void) | undefined;

/** @returns V8's function that collects garbage; the flag that exposes it changes nothing else */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  return typeof gc === 'function' ? () => gc() : () => undefined;
}

export class MemoryKeeper {
  #items = 0;
  #lastMs = 0;

  /** Counts an item, and collects garbage if memory is above the bound. */
  item(): void {
    this.#items += 1;
    if (this.#items % itemsPerCheck !== 0 || process.memoryUsage.rss() < residentBytesMaximum) return;
    const nowMs = performance.now();
    if (nowMs - this.#lastMs < msBetweenCollections) return;
    collect ??= collector();
    collect();
    this.#lastMs = performance.now();
  }
}
