/**
 * What no route answers: `OPTIONS`, and 404 for the rest.
 */
import type { Middleware } from 'koa';
import { didYouMean, excerpt, list, RequestError } from '../../errors/index.js';
import { type Mount, mountOf } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import type { Page } from '../pages/page.js';
import { NO_STORE } from '../wire/headers.js';
import { hostOf } from '../wire/host.js';
import { splitTarget } from '../wire/target.js';

function notFound(path: string, mounts: readonly Mount[], pages: readonly string[]): RequestError {
  const without = path.replace(/\/+$/, '');
  if (pages.includes(without)) {
    const detail = `Nothing is served at "${excerpt(path)}": write the path without a slash at its end, "${without}".`;
    return new RequestError([{ code: 'NotFound', detail }]);
  }
  const depth = mounts.length === 1 ? 2 : 3;
  const beginning = path
    .split('/')
    .slice(0, depth + 1)
    .join('/');
  const meant = didYouMean(beginning, [...mounts.map((mount) => mount.path), ...pages]);
  const roots = mounts.map((mount) => mount.base);
  const where = roots.length === 0 ? '' : ` The content is below ${list(roots)}.`;
  const detail = `Nothing is served at "${excerpt(path)}".${meant}${where}`;
  return new RequestError([{ code: 'NotFound', detail }]);
}

/** Of a host at which nothing is served. */
function misdirected(host: string, hosts: readonly string[]): RequestError {
  const detail = `Nothing is served at the host "${excerpt(host)}". The hosts are: ${list(hosts)}.`;
  return new RequestError([{ code: 'MisdirectedRequest', detail, header: 'Host' }]);
}

/** `OPTIONS *` asks about the server as a whole; every answer to `OPTIONS` gets its `Allow` elsewhere. */
export function unmatched(
  mounts: readonly Mount[],
  content: Middleware<RequestState>,
  pages: readonly Page[],
  hosts: readonly string[],
): Middleware<RequestState> {
  const paths = pages.flatMap(({ path, paths: all }) => all ?? [path]);
  return (ctx, next) => {
    const { path } = splitTarget(ctx.url);
    const isContent = mountOf(mounts, ctx.url) !== undefined;
    const isOptions = ctx.method === 'OPTIONS';
    if (!isContent && !paths.includes(path) && !(path === '*' && isOptions)) {
      throw mounts.length === 0 && hosts.length > 0
        ? misdirected(hostOf(ctx.req), hosts)
        : notFound(path, mounts, paths);
    }
    // A path below a root that is none: its parser tells what is wrong with it.
    if (!isOptions) return content(ctx, next);
    ctx.status = 204;
    ctx.set('Cache-Control', NO_STORE);
    return undefined;
  };
}
