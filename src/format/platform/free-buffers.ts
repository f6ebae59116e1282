/**
 * Undocumented: buffers that are transferred to a closed port move into a message that is destroyed at once, which frees
 * their memory.
 *
 * `structuredClone` with a transfer list is documented, but the memory stays until V8 collects the new buffers.
 * `ArrayBuffer.prototype.transfer` is missing in Node.js 20.
 */

/** A closed port: no one receives its messages. */
const closedPort = new MessageChannel().port1;
closedPort.close();

/**
 * Frees the memory of buffers at once. Remaining views of them become empty.
 *
 * @param buffers not transferred before
 * Cost: one message without content.
 */
export function freeBuffers(buffers: ReadonlySet<ArrayBuffer>): void {
  if (buffers.size > 0) closedPort.postMessage(undefined, [...buffers]);
}
