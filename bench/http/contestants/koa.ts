/**
 * The floor of a Koa handler as a contestant: Koa and @koa/router, which send prepared bytes.
 *
 * The difference to bare `node:http` is the time that no handler in Koa can save. Paths are those of the bare server.
 */
import Router, { type RouterContext } from '@koa/router';
import Koa from 'koa';

const type = 'application/vnd.api+json';
const tag = '"0123456789abcdefghijklmn"';
const bodies: Buffer[] = [];

const bodyOf = (byteLength: number): Buffer => (bodies[byteLength] ??= Buffer.alloc(byteLength, 'a'));

/** Bypasses Koa's sending, which sets header by header and inspects the body. */
function send(ctx: RouterContext, status: number, lines: readonly string[], body?: Buffer): void {
  ctx.respond = false;
  ctx.res.writeHead(status, [...lines]);
  ctx.res.end(body);
}

function sendWhole(ctx: RouterContext, lines: readonly string[]): void {
  const body = bodyOf(Number(ctx['params']['bytes']));
  send(ctx, 200, ['Content-Type', type, 'Content-Length', String(body.byteLength), ...lines], body);
}

const router = new Router({ sensitive: true, strict: true });
router.get('whole', '/200/:bytes{/*rest}', (ctx) => sendWhole(ctx, []));
router.get('compressed', '/gzip/:bytes{/*rest}', (ctx) => sendWhole(ctx, ['Content-Encoding', 'gzip']));
router.get('unchanged', '/304{/*rest}', (ctx) => send(ctx, 304, ['ETag', tag]));

const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`);
});
process.once('SIGTERM', () => process.exit(0));
