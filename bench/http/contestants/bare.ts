/**
 * The upper limit as a contestant: Node's own HTTP server, which sends prepared bytes.
 *
 * The path begins with the answer: `/200/<bytes>/…`, `/304/…`, `/gzip/<bytes>/…`, or `/busy/<bytes>/<µs>/…` to work for
 * some microseconds first. The rest of the request is not read.
 */
import { createServer } from 'node:http';

const type = 'application/vnd.api+json';
const tag = '"0123456789abcdefghijklmn"';
const bodies: Buffer[] = [];

const bodyOf = (byteLength: number): Buffer => (bodies[byteLength] ??= Buffer.alloc(byteLength, 'a'));

function work(us: number): void {
  const end = performance.now() + us / 1000;
  while (performance.now() < end);
}

const server = createServer((request, response) => {
  const { url = '' } = request;
  if (url.startsWith('/304/')) {
    response.writeHead(304, { ETag: tag });
    response.end();
    return;
  }
  const compressed = url.startsWith('/gzip/');
  const [, kind, byteLength, us] = url.split('/', 4);
  const body = bodyOf(Number(byteLength));
  if (kind === 'busy') work(Number(us));
  const headers = { 'Content-Type': type, 'Content-Length': body.byteLength };
  response.writeHead(200, compressed ? { ...headers, 'Content-Encoding': 'gzip' } : headers);
  response.end(body);
});

// As for stele: at a low rate a connection may be idle for longer than Node's default of five seconds.
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`);
});
process.once('SIGTERM', () => process.exit(0));
