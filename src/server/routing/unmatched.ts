/**
 * Answers requests that no route matches: `OPTIONS`, and errors with a hint for all other methods.
 */
import type { Middleware } from 'koa';
import { didYouMean, excerpt, list, RequestError } from '../../content/errors/index.js';
import { withoutTrailing } from '../../content/model/index.js';
import { NO_STORE } from '../http/headers.js';
import { readHost } from '../http/request-host.js';
import type { Page } from '../pages/page.js';
import type { Mount } from '../spaces/mount.js';
import type { RequestState } from '../spaces/request-state.js';

function notFound(path: string, mounts: readonly Mount[], pagePaths: readonly string[]): RequestError {
  const pathWithoutSlash = withoutTrailing(path, '/');
  if (pagePaths.includes(pathWithoutSlash)) {
    const detail = `Nothing is served at "${excerpt(path)}": write the path without a slash at its end, "${pathWithoutSlash}".`;
    return new RequestError([{ code: 'NotFound', detail }]);
  }
  const depth = mounts.length === 1 ? 2 : 3;
  const beginning = path
    .split('/')
    .slice(0, depth + 1)
    .join('/');
  // With several spaces, `/openapi.json` is below the name of each.
  const pathsOfSpaces = mounts
    .map(({ served }) => `/${served.name}${pathWithoutSlash}`)
    .filter((pagePath) => pagePaths.includes(pagePath));
  const suggestion =
    pathsOfSpaces.length > 0
      ? ` Each space has its own: ${list(pathsOfSpaces)}.`
      : didYouMean(beginning, [...mounts.map((mount) => mount.path), ...pagePaths]);
  const roots = mounts.map((mount) => mount.base);
  const rootsHint = roots.length === 0 ? '' : ` The content is below ${list(roots)}.`;
  const detail = `Nothing is served at "${excerpt(path)}".${suggestion}${rootsHint}`;
  return new RequestError([{ code: 'NotFound', detail }]);
}

/** The error for a host at which no space is served. */
function misdirected(host: string, hosts: readonly string[]): RequestError {
  const detail = `Nothing is served at the host "${excerpt(host)}". The hosts are: ${list(hosts)}.`;
  return new RequestError([{ code: 'MisdirectedRequest', detail, header: 'Host' }]);
}

/** `OPTIONS *` asks about the server as a whole. The error layer adds `Allow` to every response to `OPTIONS`. */
export function unmatched(
  mounts: readonly Mount[],
  pages: readonly Page[],
  hosts: readonly string[],
): Middleware<RequestState> {
  const pagePaths = pages.flatMap(({ path, paths }) => paths ?? [path]);
  return (ctx) => {
    const { mount, path } = ctx.state.target;
    const isOptions = ctx.method === 'OPTIONS';
    if (!isOptions || (mount === undefined && !pagePaths.includes(path) && path !== '*')) {
      throw mounts.length === 0 && hosts.length > 0
        ? misdirected(readHost(ctx.req), hosts)
        : notFound(path, mounts, pagePaths);
    }
    ctx.status = 204;
    ctx.set('Cache-Control', NO_STORE);
    return undefined;
  };
}
