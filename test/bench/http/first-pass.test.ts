/**
 * The comparison before the clock starts: it must see every difference.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import { crc32, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { DifferenceError } from '../../../bench/harness/timing/compare.js';
import { firstPass } from '../../../bench/http/workloads/requests.js';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

function serve(listener: RequestListener): Promise<{ name: string; port: number }> {
  const listening = createServer(listener);
  server = listening;
  return new Promise((resolve) => {
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve({ name: 'liar', port: typeof address === 'object' && address !== null ? address.port : 0 });
    });
  });
}

const documentOf = (url: string): Buffer => Buffer.from(`the document of ${url}`);
const urls = Array.from({ length: 30 }, (_, place) => `/book/${place}`);

describe('firstPass', () => {
  it('expected documents › give lengths, checksums and tags in order of the questions', async () => {
    const contestant = await serve((request, response) => {
      const url = (request.url ?? '').replace('/delivery/jsonapi', '');
      response.setHeader('ETag', `"${url}"`).end(documentOf(url));
    });
    const seen = await firstPass(contestant, urls, {}, documentOf);
    expect(seen).toEqual(
      urls.map((url) => {
        const document = documentOf(url);
        return { tag: `"${url}"`, coded: false, byteLength: document.byteLength, checksum: crc32(document) };
      }),
    );
  });

  it('compressed answers › are compared after decoding and measured before it', async () => {
    const contestant = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      const url = (request.url ?? '').replace('/delivery/jsonapi', '');
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync(documentOf(url)));
    });
    const [first] = await firstPass(contestant, urls, { 'Accept-Encoding': 'gzip' }, documentOf);
    expect(first).toMatchObject({ coded: true, byteLength: gzipSync(documentOf(urls[0] ?? '')).byteLength });
  });

  it('one different byte, or another status › ends the run with the URL', async () => {
    const lying = await serve((request, response) => {
      const url = (request.url ?? '').replace('/delivery/jsonapi', '');
      response.end(url === '/book/17' ? 'another document' : documentOf(url));
    });
    const difference = firstPass(lying, urls, {}, documentOf);
    await expect(difference).rejects.toThrow(DifferenceError);
    await expect(difference).rejects.toThrow('liar answers /book/17 with 200 and another document');
    server?.close();
    const refusing = await serve((_, response) => {
      response.writeHead(404).end();
    });
    await expect(firstPass(refusing, ['/book/1'], {}, documentOf)).rejects.toThrow('answers /book/1 with 404');
  });
});
