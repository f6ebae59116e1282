/**
 * What a page is.
 */
import type { Middleware } from 'koa';
import type { RequestState } from '../deliver/request-state.js';

/** Something that is answered beside the content. */
export interface Page {
  /** Of its route, which metrics and log tell; files of one page share it. */
  readonly name: string;
  /** As the router writes it. */
  readonly path: string;
  /** The paths it matches, where it is a pattern. */
  readonly paths?: readonly string[];
  /** Whether it is for everybody although content is read with keys: it shows neither content nor its model. */
  readonly isOpen?: boolean;
  readonly handler: Middleware<RequestState>;
}
