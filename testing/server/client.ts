/**
 * An HTTP client without conveniences: raw headers and bytes, no decoding, no redirects; and a socket to write bytes
 * to.
 */
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expectValidDocument } from '../jsonapi-schema/index.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** @param path sent unchanged, without normalisation */
export function send(origin: string, path: string, sent: Sent = {}): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port, path, method: sent.method ?? 'GET', headers: sent.headers, agent: false };
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const reply = { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
        try {
          checkDocument(reply, path);
          resolve(reply);
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

/** Every complete, uncompressed document must be valid JSON:API. @param asked the request that it answers */
function checkDocument({ headers, body }: Reply, asked: string): void {
  const isDocument = headers['content-type']?.startsWith('application/vnd.api+json') === true;
  if (!isDocument || headers['content-encoding'] !== undefined || body.byteLength === 0) return;
  expectValidDocument(JSON.parse(body.toString()), { hidesLinks: asked.includes('fields') });
}

export function dial(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    // Kept for the socket's life: a connection that the server cuts ends in an error, which the reading shows.
    socket.on('error', reject);
  });
}

/** @returns all bytes that arrive until the other side closes */
export function readAll(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    const done = (): void => resolve(Buffer.concat(chunks));
    if (socket.closed) done();
    else socket.on('close', done);
  });
}

/** Splits one response without chunks into its parts; `rest` is the bytes after it. */
export function parseReply(bytes: Buffer): Reply & { readonly rest: Buffer } {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? 0);
  const body = bytes.subarray(end + 4, end + 4 + length);
  return { status: Number(statusLine.split(' ')[1]), headers, body, rest: bytes.subarray(end + 4 + length) };
}

/** Writes the bytes and reads until the server closes. */
export async function sendRaw(origin: string, bytes: string): Promise<ReturnType<typeof parseReply>> {
  const socket = await dial(origin);
  const answer = readAll(socket);
  socket.write(bytes, 'latin1');
  const reply = parseReply(await answer);
  socket.destroy();
  checkDocument(reply, bytes);
  return reply;
}

interface ErrorObject {
  readonly id?: string;
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: { readonly parameter?: string; readonly header?: string };
}

/** The error objects of a document; throws when it is none. */
export function errorsOf({ body }: Pick<Reply, 'body'>): readonly ErrorObject[] {
  const document = JSON.parse(body.toString());
  if (!Array.isArray(document.errors)) throw new Error(`no error document: ${body}`);
  return document.errors;
}
