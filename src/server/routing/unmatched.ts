/**
 * What no route answers: `OPTIONS`, and 404 for the rest.
 */
import type { Middleware } from 'koa';
import { didYouMean, excerpt, list, RequestError } from '../../content/errors/index.js';
import type { Mount } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import type { Page } from '../pages/page.js';
import { NO_STORE } from '../wire/headers.js';
import { hostOf } from '../wire/host.js';

/** Not by a regular expression: one that looks for slashes at the end begins anew at each slash of a path full of them. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function notFound(path: string, mounts: readonly Mount[], pages: readonly string[]): RequestError {
  const page = withoutSlashes(path);
  if (pages.includes(page)) {
    const detail = `Nothing is served at "${excerpt(path)}": write the path without a slash at its end, "${page}".`;
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
  pages: readonly Page[],
  hosts: readonly string[],
): Middleware<RequestState> {
  const paths = pages.flatMap(({ path, paths: all }) => all ?? [path]);
  return (ctx) => {
    const { mount, path } = ctx.state.asked;
    const isOptions = ctx.method === 'OPTIONS';
    if (!isOptions || (mount === undefined && !paths.includes(path) && path !== '*')) {
      throw mounts.length === 0 && hosts.length > 0
        ? misdirected(hostOf(ctx.req), hosts)
        : notFound(path, mounts, paths);
    }
    ctx.status = 204;
    ctx.set('Cache-Control', NO_STORE);
    return undefined;
  };
}
