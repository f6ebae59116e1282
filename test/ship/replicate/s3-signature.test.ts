/**
 * Signatures of requests to a bucket, compared with signatures that the test computes from the request as it arrives: AWS Signature
 * Version 4 over the decoded key, as the protocol describes it.
 */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { openTarget, parseAddress } from '../../../src/ship/replicate/index.js';

const secret = 'a secret of the test';
let requests: { readonly method: string; readonly url: string; readonly isSigned: boolean }[];
let server: ReturnType<typeof createServer>;
let endpoint: string;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Encodes all bytes except unreserved characters, as the protocol demands. */
const encode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** @returns whether the signature in the request is the one of its key and query */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [, date = '', region = '', signedNames = '', signature = ''] =
    /Credential=[^/]+\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [path = '', query = ''] = url.split('?');
  // A bucket reads a plus sign in a path as a plus sign, not as a space.
  const canonicalPath = path.split('/').map(decodeURIComponent).map(encode).join('/');
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('=').map(decodeURIComponent).map(encode));
  const canonicalQuery = pairs
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&');
  const lines = signedNames.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const bodyHash = String(headers['x-amz-content-sha256']);
  const canonical = [method, canonicalPath, canonicalQuery, lines.join(''), signedNames, bodyHash].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = mac(mac(mac(mac(`AWS4${secret}`, date), region), 's3'), 'aws4_request');
  return mac(key, text).toString('hex') === signature;
}

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', isSigned: isSigned(request) });
    response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const openBucket = (path: string, endpointPath = '') =>
  openTarget(parseAddress(`s3://bucket/${path}`), {
    files: diskFiles,
    env: {
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_ENDPOINT_URL_S3: `${endpoint}${endpointPath}`,
    },
  });

describe('signed requests', () => {
  it.each([
    'segments/plain.segment',
    'segments/a+b.segment',
    'segments/a b.segment',
    "segments/(1)!'*.segment",
    'segments/50%.segment',
    'segments/été.segment',
  ])('the key %s › has its URL and its signature', async (key) => {
    const { signal } = new AbortController();
    const target = openBucket('content');
    await target.remove?.(key, signal);
    await target.lengthOf(key, signal);
    expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'HEAD']);
    for (const { url, isSigned: isRight } of requests) {
      expect(decodeURIComponent(url)).toBe(`/bucket/content/${key}`);
      expect(isRight, url).toBe(true);
    }
  });

  it('a plus sign in the prefix or in the path of the endpoint › is signed as a plus sign', async () => {
    const { signal } = new AbortController();
    for (const target of [openBucket('a+b/c'), openBucket('content', '/s3+test')]) {
      await target.lengthOf('CURRENT', signal);
      await target.list?.('segments/', signal);
    }
    expect(requests).toHaveLength(4);
    for (const { url, isSigned: isRight } of requests) expect(isRight, url).toBe(true);
  });
});
