/**
 * The Koa application: what runs around every request that the cache before it has not answered, from the outside in.
 */
import Koa, { type Context } from 'koa';
import type { Logger } from 'pino';
import { type DeliveryOptions, delivery, type RequestState } from '../deliver/delivery.js';
import { splitTarget } from '../wire/target.js';
import { guard } from './guard.js';
import { otherResponses } from './other-responses.js';
import { type Page, routerOf } from './router.js';
import { unmatched } from './unmatched.js';

export interface AppOptions extends DeliveryOptions {
  /** What every response has, CORS aside: names and values in turn. */
  readonly everyLines: readonly string[];
  /** What is answered beside the delivery roots. */
  readonly pages: readonly Page[];
  readonly logger: Logger;
}

/**
 * What the router asks of every request. No route depends on the host, for which Node would make an object of all
 * headers; and the path is what everybody else here takes for it, where Koa parses the target by rules of its own.
 */
const ROUTED_BY: PropertyDescriptorMap & ThisType<Context> = {
  host: { value: '' },
  path: {
    get() {
      return splitTarget(this.req.url ?? '').path;
    },
  },
};

export function createApp(options: AppOptions): Koa<RequestState> {
  const { mounts, pages } = options;
  const app = new Koa<RequestState>();
  Object.defineProperties(app.context, ROUTED_BY);
  // What arrives here went wrong after the response was decided: in practice, clients that hung up.
  app.on('error', (error) => options.logger.debug({ err: error }, 'a response could not be sent'));
  const content = delivery(options);
  app.use(otherResponses(options));
  app.use(guard(options.targetBytesMaximum));
  app.use(routerOf(mounts, content, pages).routes());
  app.use(options.crossOrigin.preflights);
  app.use(unmatched(mounts, content, pages));
  return app;
}
