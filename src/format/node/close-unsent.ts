/**
 * Undocumented: where a connection ends, Node emits `close` of the response that was being sent, but of none that waited
 * behind it; and a response may be told so by hand.
 */
import type { ServerResponse } from 'node:http';

/** Tells every response that its connection is gone, to be called when it is; a response may hear of it twice. */
export function closeUnsent(responses: Iterable<ServerResponse>): void {
  for (const response of responses) response.emit('close');
}
