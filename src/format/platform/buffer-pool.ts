/**
 * Undocumented: the size of the buffer from which Node.js allocates small Buffers, and which cannot be transferred. From
 * Node.js 26 it is larger than `Buffer.poolSize`, which is rounded up.
 */
export const BUFFER_POOL_BYTES: number = Math.max(Buffer.poolSize, Buffer.allocUnsafe(1).buffer.byteLength);
