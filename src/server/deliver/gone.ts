/**
 * Whether anybody waits for a response.
 */
import type { ServerResponse } from 'node:http';

/** @returns aborted when the response is closed, which it also is in the end */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed || response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
