/**
 * Whether memory stays where it is while much is asked: the heap after collecting garbage, at equal distances.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const looks = 12;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

export class HeapWatch {
  readonly bytes: number[] = [];
  readonly #distance: number;

  /** @param count how many cases are going to be */
  constructor(count: number) {
    this.#distance = Math.max(1, Math.floor(count / looks));
  }

  /** Looks where it is time to. Cost: a full collection at each look, nothing between. @param done cases before this one */
  look(done: number): void {
    if (done === 0 || done % this.#distance !== 0) return;
    if (typeof collect === 'function') collect();
    this.bytes.push(process.memoryUsage().heapUsed);
  }
}

/**
 * Growth from the first half to the second: the medians of the two, so that one look says nothing.
 *
 * @returns in bytes; 0 where there are fewer than four looks
 */
export function growthOf(bytes: readonly number[]): number {
  if (bytes.length < 4) return 0;
  const half = bytes.length >> 1;
  const median = (part: readonly number[]): number => [...part].sort((a, b) => a - b)[part.length >> 1] ?? 0;
  return median(bytes.slice(half)) - median(bytes.slice(0, half));
}
