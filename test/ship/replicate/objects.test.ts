/**
 * Listing a bucket: pages, entities in keys, and answers that are no listing.
 */
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listObjects, parseObjectPage } from '../../../src/ship/replicate/s3/objects.js';

const page = (keys: readonly string[], token?: string): string =>
  `<?xml version="1.0"?><ListBucketResult xmlns="x"><Name>b</Name><Prefix>p/</Prefix><IsTruncated>${token !== undefined}</IsTruncated>${
    token === undefined ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`
  }${keys.map((key) => `<Contents><Key>${key}</Key><LastModified>2026-11-28T01:02:03.000Z</LastModified><Size>7</Size></Contents>`).join('')}</ListBucketResult>`;

describe('parseObjectPage', () => {
  it('keys › are relative to the prefix, with their entities decoded', () => {
    const { objects = [] } = parseObjectPage(page(['p/a&amp;b&#39;&#x41;', 'other/a']), 'p/') ?? {};
    expect(objects).toEqual([{ path: "a&b'A", byteLength: 7, modifiedMs: Date.UTC(2026, 10, 28, 1, 2, 3) }]);
  });

  it.each([
    '<html>',
    '<Error/>',
    page(['p/a']).replace('<Size>7</Size>', ''),
    page([], '').replace(/<Next.*Token>/, ''),
  ])('an answer without a complete listing › undefined: %#', (text) => {
    expect(parseObjectPage(text, 'p/')).toBeUndefined();
  });
});

describe('listObjects', () => {
  it('several pages › are requested with the token of the page before', async () => {
    const urls: string[] = [];
    const server = createServer((request, response) => {
      urls.push(request.url ?? '');
      const isSecond = request.url?.includes('continuation-token=t%2F1%3D') === true;
      response.end(isSecond ? page(['p/b']) : page(['p/a'], 't/1='));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const bucketRoot = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/b`);
    const bucketFiles = {
      name: 's3://b/p/',
      bucketRoot,
      base: new URL('p/', bucketRoot),
      prefix: 'p/',
      sign: async ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => headers,
      stallMs: 10_000,
    };
    const objects = await listObjects(bucketFiles, 'segments/', new AbortController().signal);
    server.close();
    expect(objects.map(({ path }) => path)).toEqual(['a', 'b']);
    expect(urls[0]).toBe('/b?list-type=2&prefix=p%2Fsegments%2F');
    expect(urls).toHaveLength(2);
  });
});
