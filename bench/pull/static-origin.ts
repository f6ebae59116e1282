/**
 * A server of static files in a process of its own: ranges, entity tags, and nothing else. What replicas fetch from is
 * thus the same on every machine.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { pipeline } from 'node:stream';

/** As servers of static files send by much larger pieces than Node's streams, or leave it to the kernel. */
const pieceBytes = 2 ** 20;

const [folder = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  const path = join(folder, normalize(decodeURIComponent(request.url ?? '')));
  const found = path.startsWith(folder) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found === undefined || !found.isFile()) {
    response.writeHead(404).end();
    return;
  }
  const etag = `"${found.ino}-${found.size}-${found.mtimeMs}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const range = start > 0 ? { 'content-range': `bytes ${start}-${found.size - 1}/${found.size}` } : {};
  response.writeHead(start > 0 ? 206 : 200, { etag, 'content-length': found.size - start, ...range });
  // Whoever hangs up is no failure of this side.
  pipeline(createReadStream(path, { start, highWaterMark: pieceBytes }), response, () => undefined);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
});
process.once('SIGTERM', () => process.exit(0));
