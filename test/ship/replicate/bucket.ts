/**
 * A bucket over a real socket: s3rver, which verifies the signature of each request. What it lacks, writing on a
 * condition, is done before it: as S3 documents it, on what is stored at that moment, one write at a time.
 */
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { isThere } from '../../../testing/is-there.js';

const home = new URL('../../system/origins/package.json', import.meta.url);

export const hasBucketServer = isThere(
  existsSync(new URL('node_modules', home)),
  'test/system/origins is not installed, so no bucket is tried: npm run origins:install.',
);

interface StoredObject {
  readonly metadata: { readonly etag: string };
  readonly content?: { destroy(): void };
}

interface S3rver {
  readonly store: { getObject(bucket: string, key: string): Promise<StoredObject | null> };
  configureBuckets(): Promise<unknown>;
  callback(): RequestListener;
}

type S3rverClass = new (options: Readonly<Record<string, unknown>>) => S3rver;

export const BUCKET = 'content';
/** The only ones that this server knows. */
export const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface BucketServer {
  readonly endpoint: string;
  /** Method and path of each request, and whether it was signed, oldest first. */
  readonly requests: { readonly method: string; readonly path: string; readonly authorization: string }[];
  readonly close: () => Promise<void>;
}

export async function startBucket(directory: string): Promise<BucketServer> {
  const S3rver: S3rverClass = createRequire(home)('@20minutes/s3rver');
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const handle = s3.callback();
  const requests: BucketServer['requests'] = [];
  let last: Promise<void> = Promise.resolve();

  const storedTag = async (path: string): Promise<string | undefined> => {
    const object = await s3.store.getObject(BUCKET, decodeURIComponent(path.slice(BUCKET.length + 2)));
    object?.content?.destroy();
    return object?.metadata.etag;
  };
  const onCondition = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const stored = await storedTag(request.url ?? '');
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    const holds = none === '*' ? stored === undefined : match === stored;
    if (!holds) {
      response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
      return;
    }
    const ended = new Promise<void>((resolve) => response.once('close', () => resolve()));
    handle(request, response);
    await ended;
  };
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, authorization: headers.authorization ?? '' });
    const isConditional = method === 'PUT' && ('if-match' in headers || 'if-none-match' in headers);
    if (isConditional) last = last.then(() => onCondition(request, response));
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
