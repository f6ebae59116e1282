/**
 * Sends one request with Node's HTTP client and returns the response.
 */
import { get, type IncomingMessage, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Got {
  readonly response: IncomingMessage;
  readonly body: Buffer;
}

/** @returns the complete answer. @throws errors of the connection */
export const got = (asked: RequestOptions): Promise<Got> =>
  new Promise((resolve, reject) => {
    get(asked, (response) => buffer(response).then((body) => resolve({ response, body }), reject)).once(
      'error',
      reject,
    );
  });
