/**
 * Finds and frees the buffers of plain data that can move to another thread.
 *
 * V8 frees a buffer only at a later garbage collection, and ignores memory pressure from buffers of other threads. Finished
 * data of the steps of a build would accumulate to several times the needed memory, so it is freed at once.
 */
import { BUFFER_POOL_BYTES, freeBuffers } from '../../src/format/platform/index.js';

/** @returns the distinct buffers within a value that can move to another thread */
export function movableBuffers(value: unknown, buffers = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // Node keeps small Buffers together in a shared pool, which cannot move.
    if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength > BUFFER_POOL_BYTES) buffers.add(value.buffer);
  } else if (Array.isArray(value)) {
    for (const element of value) movableBuffers(element, buffers);
  } else if (typeof value === 'object' && value !== null) {
    for (const element of Object.values(value)) movableBuffers(element, buffers);
  }
  return buffers;
}

/**
 * Frees memory at once; remaining views of it become empty.
 *
 * Shared memory, pooled buffers of some kilobytes, and buffers that have moved already are skipped.
 *
 * @param finished arrays, or plain data with arrays at any depth, that are not used any more
 * Cost: that of a message without content.
 */
export function discard(...finished: readonly unknown[]): void {
  freeBuffers(movableBuffers(finished));
}

/** Like `discard`, but skips the buffers that `retained` shares. */
export function discardExcept(retained: unknown, finished: unknown): void {
  const buffers = movableBuffers(finished);
  for (const buffer of movableBuffers(retained)) buffers.delete(buffer);
  freeBuffers(buffers);
}
