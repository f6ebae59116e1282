/**
 * A page next to the content: its route and its handler.
 */
import type { Middleware } from 'koa';
import type { RequestState } from '../spaces/request-state.js';

export interface Page {
  /** Name of its route, for metrics and log; files of one page share it. */
  readonly name: string;
  /** In the router's syntax. */
  readonly path: string;
  /** The paths that it matches, if `path` is a pattern. */
  readonly paths?: readonly string[];
  /** Whether the page needs no key although content does: it shows neither content nor its model. */
  readonly isOpen?: boolean;
  readonly handler: Middleware<RequestState>;
}
