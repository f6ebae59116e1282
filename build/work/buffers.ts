/**
 * The buffers of plain data: those that can move to another thread, and giving back the memory of those that are done
 * with.
 *
 * V8 gives a buffer back at some later collection of garbage, and does not know of what waits for the others: what each
 * step of a build leaves behind would pile up to several times what it needs.
 */
import { BUFFER_POOL_BYTES, freeBuffers } from '../../src/format/platform/index.js';

/** @returns the buffers within a value that can move from thread to thread, each once */
export function movableBuffers(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // Node keeps small Buffers together in one it never gives away.
    if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength > BUFFER_POOL_BYTES) found.add(value.buffer);
  } else if (Array.isArray(value)) {
    for (const element of value) movableBuffers(element, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const element of Object.values(value)) movableBuffers(element, found);
  }
  return found;
}

/**
 * Gives memory back at once. Whoever still has a view of it finds that empty.
 *
 * What cannot move stays: shared memory, buffers of some kilobytes, and those that were given away before.
 *
 * @param done arrays, or plain data with arrays at any depth, that nobody needs any more
 * Cost: that of a message without content.
 */
export function discard(...done: readonly unknown[]): void {
  freeBuffers(movableBuffers(done));
}

/** As `discard`, but for what `kept` has too. */
export function discardAllBut(kept: unknown, done: unknown): void {
  const buffers = movableBuffers(done);
  for (const buffer of movableBuffers(kept)) buffers.delete(buffer);
  freeBuffers(buffers);
}
