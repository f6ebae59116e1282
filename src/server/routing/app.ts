/**
 * The Koa application: what runs around every request that the cache before it has not answered, from the outside in.
 */
import Koa, { type ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import type { Gate } from '../access/gate.js';
import { guardedPage } from '../access/guarded.js';
import { type DeliveryOptions, delivery } from '../deliver/delivery.js';
import type { RequestState } from '../deliver/request-state.js';
import type { Page } from '../pages/page.js';
import { guard } from './guard.js';
import { otherResponses } from './other-responses.js';
import { routesOf } from './router.js';
import { unmatched } from './unmatched.js';

export interface AppOptions extends DeliveryOptions {
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
 * What the router asks of every request. No route depends on the host, for which Node would make an object of all
 * headers; and Koa would parse the target by rules of its own.
 */
const ROUTED_BY: PropertyDescriptorMap & ThisType<ParameterizedContext<RequestState>> = {
  host: { value: '' },
  path: {
    get() {
      return this.state.asked.routed;
    },
  },
};

export function createApp(options: AppOptions): Koa<RequestState> {
  const { mounts, gate } = options;
  const pages = options.pages.map((page) => guardedPage(gate, page));
  const app = new Koa<RequestState>();
  Object.defineProperties(app.context, ROUTED_BY);
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
