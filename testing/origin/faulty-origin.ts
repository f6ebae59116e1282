/**
 * An origin over real sockets with faults on request: every kind of wrong file transfer.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';

/** A fault that the origin puts into one answer. */
export const ORIGIN_FAULTS = [
  'status 500',
  'status 503',
  'not found',
  'hangs up',
  'cuts',
  'stalls',
  'says nothing',
  'promises less',
  'promises more',
  'ends early without a length',
  'sends other bytes',
  'sends more bytes',
  'sends another file',
  'ignores the range',
  'sends another range',
  'refuses the range',
  'sends nonsense',
  'leads in a circle',
] as const;
export type OriginFault = (typeof ORIGIN_FAULTS)[number];

export interface OriginRequest {
  /** Below the folder that is handed out. */
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly authorization: string | undefined;
}

export interface TestOrigin {
  /** Ends with a slash. */
  readonly url: string;
  /** All requests so far, oldest first. */
  readonly requests: OriginRequest[];
  /** Chooses the fault of an answer; by default none. */
  fault: (request: OriginRequest) => OriginFault | undefined;
  /** Bodies that replace the files of the disk, by path. */
  readonly instead: Map<string, Uint8Array>;
  /** Ends all connections, also those that would stall for long. */
  readonly hangUp: () => void;
  readonly close: () => Promise<void>;
}

const rangePattern = /^bytes=(\d+)-$/;

const tagOf = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;

/** Source of the files, such as a disk in memory. */
export interface OriginFiles {
  readonly get: (path: string) => Uint8Array | undefined;
  readonly paths: (folder: string) => readonly string[];
}

/**
 * @param folder of the disk that is handed out
 * @param port   0 for any free one
 */
export async function startOrigin(disk: OriginFiles, folder: string, port = 0): Promise<TestOrigin> {
  const server = createServer((request, response) => {
    const asked = askedOf(request);
    origin.requests.push(asked);
    const bytes = origin.instead.get(asked.path) ?? disk.get(join(folder, asked.path));
    answer(asked, bytes, origin.fault(asked), response, disk);
  });
  // Clients that are cut off leave nothing to be closed later.
  server.keepAliveTimeout = 1_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : 0;
  const origin: TestOrigin = {
    url: `http://127.0.0.1:${bound}/`,
    requests: [],
    fault: () => undefined,
    instead: new Map(),
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return origin;
}

const askedOf = ({ url = '', headers }: IncomingMessage): OriginRequest => ({
  path: decodeURIComponent(url.slice(1)),
  range: headers.range,
  ifRange: typeof headers['if-range'] === 'string' ? headers['if-range'] : undefined,
  ifNoneMatch: headers['if-none-match'],
  authorization: headers.authorization,
});

const statuses: ReadonlyMap<OriginFault, number> = new Map([
  ['status 500', 500],
  ['status 503', 503],
  ['not found', 404],
]);

function answer(
  asked: OriginRequest,
  bytes: Uint8Array | undefined,
  fault: OriginFault | undefined,
  response: ServerResponse,
  disk: OriginFiles,
): void {
  const end = (status: number): void => {
    response.writeHead(status).end();
  };
  if (fault === 'says nothing') return;
  if (fault === 'hangs up') {
    response.destroy();
    return;
  }
  if (fault === 'leads in a circle') {
    response.writeHead(302, { location: `/${asked.path}` }).end();
    return;
  }
  const status = fault === undefined ? undefined : statuses.get(fault);
  if (status !== undefined || bytes === undefined) {
    end(status ?? 404);
    return;
  }
  const tag = tagOf(bytes);
  if (fault === undefined && asked.ifNoneMatch === tag) {
    end(304);
    return;
  }
  const firstByte = Number(rangePattern.exec(asked.range ?? '')?.[1] ?? 0);
  const isSame = asked.ifRange === undefined || asked.ifRange === tag;
  const from = isSame && fault !== 'ignores the range' ? firstByte : 0;
  if (from > bytes.byteLength || (fault === 'refuses the range' && firstByte > 0)) end(416);
  else send(response, fault, { bytes: changed(bytes, fault, disk), from, tag });
}

/** @returns the bytes of the file to send */
function changed(bytes: Uint8Array, fault: OriginFault | undefined, disk: OriginFiles): Uint8Array {
  const copy = Buffer.from(bytes);
  switch (fault) {
    case 'sends other bytes':
      copy[copy.byteLength - 1] = (copy.at(-1) ?? 0) ^ 1;
      return copy;
    case 'sends more bytes':
      return Buffer.concat([copy, Buffer.from('more')]);
    case 'sends nonsense':
      return Buffer.from('<html>Please log in</html>');
    case 'sends another file': {
      // Yesterday's manifest for today's, another segment, another CURRENT: whatever the disk has of the kind.
      const storedFiles = disk.paths('/').map((path) => disk.get(path));
      return storedFiles.find((other) => other !== undefined && Buffer.compare(other, bytes) !== 0) ?? copy;
    }
    default:
      return copy;
  }
}

interface Sent {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly tag: string;
}

function send(response: ServerResponse, fault: OriginFault | undefined, { bytes, from, tag }: Sent): void {
  const start = fault === 'sends another range' ? Math.min(bytes.byteLength, from + 1) : from;
  const body = bytes.subarray(start);
  const half = body.subarray(0, body.byteLength >> 1);
  const length = fault === 'promises less' ? half.byteLength : body.byteLength + (fault === 'promises more' ? 9 : 0);
  const headers: Record<string, string | number> = { etag: tag };
  if (fault !== 'ends early without a length') headers['content-length'] = length;
  if (start > 0)
    headers['content-range'] = `bytes ${start}-${Math.max(start, bytes.byteLength - 1)}/${bytes.byteLength}`;
  response.writeHead(start > 0 ? 206 : 200, headers);
  switch (fault) {
    case 'cuts':
    case 'promises more':
      response.write(half.byteLength > 0 ? half : body, () => response.destroy());
      return;
    case 'stalls':
      response.flushHeaders();
      if (half.byteLength > 0) response.write(half);
      return;
    case 'promises less':
    case 'ends early without a length':
      response.end(half);
      return;
    default:
      response.end(body);
  }
}
