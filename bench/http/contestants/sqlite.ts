/**
 * A hand-written server over better-sqlite3 as a contestant: Koa, documents, entity tags, 304 and gzip: `sqlite.js
 * <database> <export>`.
 *
 * It caches no answers, because the content of a database may change.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Koa from 'koa';
import { BASE } from '../../harness/input/render.js';
import { modelOf } from '../../harness/input/rows.js';
import { SqliteDocuments } from './sqlite-documents.js';

const compress = promisify(gzip);
const compressedFrom = 1024;

const [, , database, exported] = process.argv;
if (database === undefined || exported === undefined) throw new Error('Wanted: sqlite.js <database> <export>.');
const documents = new SqliteDocuments(database, modelOf(exported));

const app = new Koa();
app.use(async (ctx) => {
  const document = ctx.url.startsWith(`${BASE}/`) ? documents.answer(ctx.url.slice(BASE.length)) : undefined;
  if (document === undefined) return;
  const tag = `"${createHash('sha1').update(document).digest('base64')}"`;
  ctx.set('ETag', tag);
  ctx.set('Vary', 'Accept-Encoding');
  if (ctx.get('If-None-Match') === tag) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Type', 'application/vnd.api+json');
  if (document.byteLength >= compressedFrom && ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = await compress(document);
  } else ctx.body = document;
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`);
});
process.once('SIGTERM', () => process.exit(0));
