/**
 * The gate: whether the key that came with a request opens what it asks for. Cached answers are behind it, too.
 *
 * Content and pages behind the gate: what answers them is called for whoever has a key that opens them, and for nobody
 * else.
 */

import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { RequestState } from '../deliver/mounts.js';
import { type AccessKey, credentialsOf, opens } from '../keys/index.js';
import type { Page } from '../pages/page.js';
import { type WatchedResponse, watched } from '../wire/connections.js';
import { NO_STORE } from '../wire/headers.js';
import type { LiveKeys } from './live-keys.js';
import {
  AccessRefused,
  EXPIRED_KEY,
  MALFORMED_KEY,
  NO_KEY,
  OTHER_SCHEME,
  type Refusal,
  type RefusalReason,
  tooFast,
  UNKNOWN_KEY,
  wrongSpace,
} from './refusal.js';

/** Numbers since the server started; a plain value, which can be sent to another thread and added up there. */
export interface AccessReadings {
  /** How many keys count now. */
  readonly keys: number;
  /** Whether the file of keys cannot be used as it is now. */
  readonly isFileBroken: boolean;
  /** Responses that have ended, by the name of the key that they were asked for with. */
  readonly byKey: Readonly<Record<string, number>>;
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
}

/** @returns the header's value; of several, all of them. Cost: O(lines); names are told by length. */
function authorizationOf(lines: readonly string[]): string | undefined {
  let found: string | undefined;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i]!;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    found = found === undefined ? lines[i + 1]! : `${found}, ${lines[i + 1]}`;
  }
  return found;
}

export class Gate {
  readonly #keys: LiveKeys;
  readonly #byKey = new Map<string, number>();
  readonly #refused = new Map<RefusalReason, number>();

  constructor(keys: LiveKeys) {
    this.#keys = keys;
  }

  /**
   * Takes the request's key, and one request of its rate, unless that is done: once a request, also where it is refused.
   *
   * @param space what must be opened; undefined where any key will do
   * @returns why it is refused; undefined where it is not: `response.key` is the key
   * Cost: one hash.
   */
  refusal(request: IncomingMessage, response: WatchedResponse, space: string | undefined): Refusal | undefined {
    if (response.refusal !== undefined) return response.refusal;
    const key = response.key ?? this.#take(request, response);
    if ('problem' in key) {
      response.refusal = key;
      return key;
    }
    return space === undefined || opens(key, space) ? undefined : wrongSpace(space);
  }

  /** Counts a refusal that is told. */
  readonly refused = ({ reason }: Refusal): void => {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  };

  /** Counts a response that has ended. */
  readonly ended = ({ keyName }: WatchedResponse): void => {
    if (keyName !== '') this.#byKey.set(keyName, (this.#byKey.get(keyName) ?? 0) + 1);
  };

  read(): AccessReadings {
    const { keys, problem } = this.#keys.state;
    return {
      keys: keys.length,
      isFileBroken: problem !== null,
      byKey: Object.fromEntries(this.#byKey),
      refused: Object.fromEntries(this.#refused),
    };
  }

  #take(request: IncomingMessage, response: WatchedResponse): AccessKey | Refusal {
    const credentials = credentialsOf(authorizationOf(request.rawHeaders));
    switch (credentials.kind) {
      case 'none':
        return NO_KEY;
      case 'other scheme':
        return OTHER_SCHEME;
      case 'malformed':
        return MALFORMED_KEY;
    }
    const found = this.#keys.find(credentials.secret);
    if (found.kind === 'unknown') return UNKNOWN_KEY;
    response.keyName = found.key.name;
    if (found.kind === 'expired') return EXPIRED_KEY;
    if (found.bucket !== undefined) {
      const waitMs = found.bucket.take();
      if (waitMs > 0) return tooFast(found.bucket.rate, waitMs);
    }
    response.key = found.key;
    return found.key;
  }
}

/** @throws AccessRefused where the request's key does not open the space, or where there is none */
export function check(gate: Gate, ctx: Context, space: string | undefined): void {
  const refusal = gate.refusal(ctx.req, watched(ctx.res), space);
  if (refusal !== undefined) throw new AccessRefused(refusal);
}

/** @returns the page for whoever has a key, unless it is open; a space that it shows is for the page to check */
export function guardedPage(gate: Gate | undefined, page: Page): Page {
  if (gate === undefined || page.isOpen === true) return page;
  const handler: Middleware<RequestState> = async (ctx, next) => {
    check(gate, ctx, undefined);
    ctx.state.opens = (space) => isOpened(ctx, space);
    ctx.state.previews = previews(ctx);
    await page.handler(ctx, next);
    const isKept = ctx.response.get('Cache-Control') !== NO_STORE && !previews(ctx);
    ctx.set('Cache-Control', isKept ? 'private, no-cache' : NO_STORE);
  };
  return { ...page, handler };
}

export const previews = (ctx: Context): boolean => watched(ctx.res).key?.preview === true;

function isOpened(ctx: Context, space: string): boolean {
  const { key } = watched(ctx.res);
  return key !== undefined && opens(key, space);
}

/** @throws AccessRefused where the request's key does not open the space that a page shows */
export function checkOpened({ opens: isOpen }: RequestState, space: string): void {
  if (isOpen !== undefined && !isOpen(space)) throw new AccessRefused(wrongSpace(space));
}
