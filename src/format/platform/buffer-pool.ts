/**
 * Undocumented: how large the buffer is that Node takes small Buffers from and lets nobody move. `Buffer.poolSize` says
 * less than it has from Node 26 on, which rounds it up.
 */
export const BUFFER_POOL_BYTES: number = Math.max(Buffer.poolSize, Buffer.allocUnsafe(1).buffer.byteLength);
