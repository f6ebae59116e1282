/**
 * What is checked of every request before it is routed, and what is read of it once.
 *
 * The Koa application: what runs around every request that the cache before it has not answered, from the outside in.
 */

import Koa, { type ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import { RequestError } from '../../content/errors/index.js';
import { type Gate, guardedPage } from '../access/gate.js';
import { type DeliveryOptions, delivery } from '../deliver/delivery.js';
import { Asked, type Mount, type RequestState } from '../deliver/mounts.js';
import type { Page } from '../pages/page.js';
import { watched } from '../wire/connections.js';
import { readHeaders, requestProblem } from '../wire/request.js';
import { otherResponses, unmatched } from './other-responses.js';
import { type RoutedContext, routesOf } from './router.js';

/**
 * Rewrites the target into plain origin form on the way; `ctx.originalUrl` keeps what was sent.
 *
 * @throws RequestError when something is wrong with the request whatever it asks for
 */
function guard(
  { req, res, state }: ParameterizedContext<RequestState>,
  mounts: readonly Mount[],
  targetBytesMaximum: number,
): void {
  const headers = readHeaders(req.rawHeaders);
  const problem = requestProblem(req, headers, targetBytesMaximum);
  if (problem !== undefined) throw new RequestError([problem]);
  const asked = watched(res).asked ?? new Asked(mounts, req);
  req.url = asked.target;
  state.headers = headers;
  state.asked = asked;
}

interface AppOptions extends DeliveryOptions {
  /** What every response has, CORS aside: names and values in turn. */
  readonly everyLines: readonly string[];
  /** What is answered beside the delivery roots. */
  readonly pages: readonly Page[];
  /** What content is behind; undefined where everybody may read it. */
  readonly gate: Gate | undefined;
  /** At which content is served, where none is here; none where hosts make no difference. */
  readonly hosts?: readonly string[];
  readonly logger: Logger;
}

/**
 * What the router asks of every request. No route depends on the host, and Koa would parse the target by rules of its own.
 */
const ROUTED_BY: PropertyDescriptorMap & ThisType<ParameterizedContext<RequestState>> = {
  host: { value: '' },
  path: {
    get() {
      return this.state.asked.routed;
    },
  },
};

/**
 * Undocumented: Koa has every request handled by a method, which watches the response until it has ended: four listeners, an
 * asynchronous resource and two promises, 7 % of the processor time of a cold answer. What the layer has sent by the time
 * that it returns needs none of it. A Koa without such a method watches as ever.
 */
function watchWhatWaits(app: Koa<RequestState>): void {
  const watching: unknown = Reflect.get(app, 'handleRequest');
  if (typeof watching !== 'function') return;
  const value = (ctx: RoutedContext, answering: (ctx: RoutedContext) => Promise<unknown>): unknown => {
    ctx.res.statusCode = 404;
    const answered = answering(ctx);
    if (ctx.respond === false) return answered;
    const { statusCode } = ctx.res;
    const answeredWith = (): Promise<unknown> => {
      ctx.res.statusCode = statusCode;
      return answered;
    };
    return Reflect.apply(watching, app, [ctx, answeredWith]);
  };
  Object.defineProperty(app, 'handleRequest', { value });
}

export function createApp(options: AppOptions): Koa<RequestState> {
  const { mounts, gate } = options;
  const pages = options.pages.map((page) => guardedPage(gate, page));
  const app = new Koa<RequestState>();
  Object.defineProperties(app.context, ROUTED_BY);
  watchWhatWaits(app);
  // What arrives here went wrong after the response was decided: in practice, clients that hung up.
  app.on('error', (error) => options.logger.debug({ err: error }, 'a response could not be sent'));
  const routes = routesOf(delivery(options), pages);
  const { preflights } = options.crossOrigin;
  const rest = unmatched(mounts, pages, options.hosts ?? []);
  // One layer of Koa's and not one each: every layer costs a promise and two functions a request.
  app.use(
    otherResponses(options, (ctx, next) => {
      guard(ctx, mounts, options.targetBytesMaximum);
      return routes(ctx, () => preflights(ctx, async () => rest(ctx, next)));
    }),
  );
  return app;
}
