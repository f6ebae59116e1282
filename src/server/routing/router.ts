/**
 * The routes, each with the name that the log, metrics and `stele query --explain` report.
 *
 * The mount of a request is known before (`RequestTarget`); content routes match the path below its delivery root. Paths
 * are matched as they were sent, case-sensitive and without a final slash.
 */
import Router from '@koa/router';
import type { Middleware, Next } from 'koa';
import { SEARCH_PATH, SIMILAR_PATH, SUGGEST_PATH } from '../../jsonapi/index.js';
import type { ContentHandler, ContentKind, RoutedContext } from '../deliver/content-handler.js';
import type { Page } from '../pages/page.js';
import type { RequestState } from '../spaces/request-state.js';
import { requireWatched } from '../wire/watched-response.js';

const CONTENT_ROUTES: readonly (readonly [path: string, kind: ContentKind])[] = [
  ['{/}', 'root'],
  [`/${SEARCH_PATH}`, 'search'],
  [`/${SUGGEST_PATH}`, 'suggest'],
  ['/:type', 'collection'],
  ['/:type/:id', 'item'],
  [`/:type/:id/${SIMILAR_PATH}`, 'similar'],
  ['/:type/:id/relationships', 'mistake'],
  ['/:type/:id/:relationship', 'related'],
  ['/:type/:id/relationships/:relationship', 'linkage'],
  ['/{*rest}', 'mistake'],
];

type Route = readonly [name: string, path: string, handler: ContentHandler | Middleware<RequestState>];

/**
 * @param content gives the handler of a content route
 * @returns a function that routes a request, and calls `next` if no route matches
 */
export function createRoutes(
  content: (kind: ContentKind) => ContentHandler,
  pages: readonly Page[],
): (ctx: RoutedContext, next: Next) => Promise<unknown> {
  const contentRoutes = createRouter(
    CONTENT_ROUTES.map(([path, kind]): Route => [kind === 'mistake' ? '' : kind, path, content(kind)]),
  ).routes();
  const pageRoutes = createRouter(pages.map(({ name, path, handler }): Route => [name, path, handler])).routes();
  return (ctx, next) => (ctx.state.target.mount === undefined ? pageRoutes : contentRoutes)(ctx, next);
}

function createRouter(routes: readonly Route[]): Router<RequestState> {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  for (const [name, path, handler] of routes) {
    const namedHandler = (ctx: RoutedContext, next: Next): unknown => {
      requireWatched(ctx.res).route = name;
      return handler(ctx, next);
    };
    router.register(path, ['GET'], [namedHandler], { name });
  }
  return router;
}
