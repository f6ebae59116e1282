/**
 * Which path is answered by whom: the routes, each with a name that log, metrics and `stele query --explain` tell.
 *
 * Which content is asked for is known before (`Asked`); its routes are of the path below the delivery root. Paths are matched
 * as sent, case included, without a slash at their end.
 */
import Router from '@koa/router';
import type { Middleware, Next } from 'koa';
import { type Addressed, SEARCH_PATH, SIMILAR_PATH, SUGGEST_PATH } from '../../jsonapi/index.js';
import type { RequestState } from '../deliver/mounts.js';
import type { Page } from '../pages/page.js';
import { watched } from '../wire/connections.js';

/** A request as the router's routes take it. */
export type RoutedContext = Parameters<ReturnType<Router<RequestState>['routes']>>[0];

export type ContentHandler = (ctx: RoutedContext) => Promise<void>;

/** What a route below a delivery root addresses; a mistake is where nothing is. */
export type ContentKind = Addressed['kind'] | 'mistake';

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

/** A route: its name, its path, and what answers there. */
type Route = readonly [name: string, path: string, handler: ContentHandler | Middleware<RequestState>];

/**
 * @param content what answers below a delivery root
 * @returns what routes a request, and calls `next` where no route answers
 */
export function routesOf(
  content: (kind: ContentKind) => ContentHandler,
  pages: readonly Page[],
): (ctx: RoutedContext, next: Next) => Promise<unknown> {
  const toContent = routerOf(
    CONTENT_ROUTES.map(([path, kind]): Route => [kind === 'mistake' ? '' : kind, path, content(kind)]),
  ).routes();
  const toPages = routerOf(pages.map(({ name, path, handler }): Route => [name, path, handler])).routes();
  return (ctx, next) => (ctx.state.asked.mount === undefined ? toPages : toContent)(ctx, next);
}

function routerOf(routes: readonly Route[]): Router<RequestState> {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  for (const [name, path, handler] of routes) {
    const named = (ctx: RoutedContext, next: Next): unknown => {
      watched(ctx.res).route = name;
      return handler(ctx, next);
    };
    router.register(path, ['GET'], [named], { name });
  }
  return router;
}
