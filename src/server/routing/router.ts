/**
 * Which path is answered by whom: the routes, each with a name that log, metrics and `stele query --explain` tell.
 *
 * What a path below a delivery root means in full is for its parser to say, from the same segments: all routes to
 * content have one handler. Paths are matched as sent, case included, without a slash at their end.
 */
import Router from '@koa/router';
import type { Middleware, Next } from 'koa';
import type { ParsedRequest } from '../../jsonapi/index.js';
import { type Mount, rootPattern } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import type { Page } from '../pages/page.js';
import { watched } from '../wire/watched-response.js';

/** A request as the router's routes take it. */
export type RoutedContext = Parameters<ReturnType<Router<RequestState>['routes']>>[0];

/** Below a delivery root; each named after what the request asks for. */
const CONTENT_PATHS: Readonly<Record<ParsedRequest['kind'], string>> = {
  root: '{/}',
  collection: '/:type',
  item: '/:type/:id',
  related: '/:type/:id/:relationship',
  linkage: '/:type/:id/relationships/:relationship',
};

/** A route: its name, its path, and what answers there. */
type Route = readonly [name: string, path: string, handler: Middleware<RequestState>];

/**
 * @param content answers whatever is below a delivery root
 * @returns what routes a request, and calls `next` where no route answers
 */
export function routesOf(
  mounts: readonly Mount[],
  content: Middleware<RequestState>,
  pages: readonly Page[],
): (ctx: RoutedContext, next: Next) => Promise<unknown> {
  const root = rootPattern(mounts);
  const paths = root === undefined ? [] : Object.entries(CONTENT_PATHS);
  // The library looks at every route of a router, so content, which is most of what is asked for, has one of its own.
  const toContent = routerOf(paths.map(([name, path]): Route => [name, root + path, content])).routes();
  const toPages = routerOf(pages.map(({ name, path, handler }): Route => [name, path, handler])).routes();
  return (ctx, next) => toContent(ctx, () => toPages(ctx, next));
}

function routerOf(routes: readonly Route[]): Router<RequestState> {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  for (const [name, path, handler] of routes) {
    const named: Middleware<RequestState> = (ctx, next) => {
      watched(ctx.res).route = name;
      return handler(ctx, next);
    };
    // Handlers read the path by themselves.
    router.register(path, ['GET'], [named], { name, ignoreCaptures: true });
  }
  return router;
}
