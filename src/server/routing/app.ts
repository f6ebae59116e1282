/**
 * The Koa application: handles every request that the response cache has not answered.
 */
import Koa, { type ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import { RequestError } from '../../content/errors/index.js';
import type { Gate } from '../access/gate.js';
import type { DeliveryOptions } from '../deliver/content-request.js';
import { createDelivery } from '../deliver/delivery.js';
import { readHeaders } from '../http/request-headers.js';
import { requestProblem } from '../http/request-problem.js';
import { guardedPage } from '../pages/guarded-page.js';
import type { Page } from '../pages/page.js';
import type { Mount } from '../spaces/mount.js';
import type { RequestState } from '../spaces/request-state.js';
import { RequestTarget } from '../spaces/request-target.js';
import { requireWatched } from '../wire/watched-response.js';
import { errorLayer } from './error-layer.js';
import { createRoutes } from './router.js';
import { skipResponseWatch } from './skip-response-watch.js';
import { unmatched } from './unmatched.js';

/**
 * Checks the request's head and fills Koa's state. It also rewrites the target into origin form; `ctx.originalUrl` keeps
 * the target as it was sent.
 *
 * @throws RequestError if any request with this head is refused
 */
function readRequest(
  { req, res, state }: ParameterizedContext<RequestState>,
  mounts: readonly Mount[],
  targetBytesMaximum: number,
): void {
  const headers = readHeaders(req.rawHeaders);
  const problem = requestProblem(req, headers, targetBytesMaximum);
  if (problem !== undefined) throw new RequestError([problem]);
  const target = requireWatched(res).requestTarget ?? new RequestTarget(mounts, req);
  req.url = target.text;
  state.headers = headers;
  state.target = target;
}

interface AppOptions extends DeliveryOptions {
  /** Header lines of every response, without CORS: names and values in turn. */
  readonly everyLines: readonly string[];
  /** Pages outside the delivery roots. */
  readonly pages: readonly Page[];
  /** Undefined if content is open to everybody. */
  readonly gate: Gate | undefined;
  /** Hosts of other sites, for the error of a site without content; empty if hosts make no difference. */
  readonly hosts?: readonly string[];
  readonly logger: Logger;
}

/**
 * Properties of Koa's context that the router reads. No route depends on the host, and Koa would parse the target by its
 * own rules.
 */
const ROUTER_PROPERTIES: PropertyDescriptorMap & ThisType<ParameterizedContext<RequestState>> = {
  host: { value: '' },
  path: {
    get() {
      return this.state.target.routedPath;
    },
  },
};

export function createApp(options: AppOptions): Koa<RequestState> {
  const { mounts, gate } = options;
  const pages = options.pages.map((page) => guardedPage(gate, page));
  const app = new Koa<RequestState>();
  Object.defineProperties(app.context, ROUTER_PROPERTIES);
  skipResponseWatch(app);
  // Errors after the response was decided: in practice, clients that hung up.
  app.on('error', (error) => options.logger.debug({ err: error }, 'a response could not be sent'));
  const routes = createRoutes(createDelivery(options), pages);
  const { preflights } = options.crossOrigin;
  const answerUnmatched = unmatched(mounts, pages, options.hosts ?? []);
  // One Koa layer instead of several: every layer costs a promise and two functions per request.
  app.use(
    errorLayer(options, (ctx, next) => {
      readRequest(ctx, mounts, options.targetBytesMaximum);
      return routes(ctx, () => preflights(ctx, async () => answerUnmatched(ctx, next)));
    }),
  );
  return app;
}
