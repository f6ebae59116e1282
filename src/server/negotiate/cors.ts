/**
 * Reading from scripts of other origins: any by default, or those the operator names, or none.
 */
import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { ANY_ORIGIN } from '../options.js';
import { ALLOWED_METHODS, EXPOSED_HEADERS } from '../wire/headers.js';

/** How long a browser may remember the answer to a preflight; what is allowed changes with a deployment only. */
const preflightMaxAgeSeconds = 86_400;

export interface CrossOrigin {
  /** Answers preflights. */
  readonly preflights: Middleware;
  /** Whether responses differ by `Origin`, which caches must then know. */
  readonly varies: boolean;
  /** What every response but those to preflights has, as names and values in turn. */
  readonly everyLines: readonly string[];
  /** What the answer to a script of a named origin has besides. */
  readonly namedLines: (origin: string | undefined) => readonly string[];
}

const NONE: readonly string[] = Object.freeze([]);

export function crossOrigin(origins: readonly string[]): CrossOrigin {
  const any = origins.includes(ANY_ORIGIN);
  const named: ReadonlySet<string> = new Set(origins);
  const middleware = cors({
    // An empty origin makes the library send no CORS headers at all.
    origin: any
      ? ANY_ORIGIN
      : (ctx) => {
          const origin = ctx.get('Origin');
          return named.has(origin) ? origin : '';
        },
    allowMethods: [...ALLOWED_METHODS],
    maxAge: preflightMaxAgeSeconds,
    keepHeadersOnError: false,
  });
  const exposed = ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(',')];
  return {
    preflights: (ctx, next) => (ctx.method === 'OPTIONS' ? middleware(ctx, next) : next()),
    everyLines: any ? ['Access-Control-Allow-Origin', ANY_ORIGIN, ...exposed] : NONE,
    namedLines: (origin) =>
      !any && origin !== undefined && named.has(origin) ? ['Access-Control-Allow-Origin', origin, ...exposed] : NONE,
    varies: !any && origins.length > 0,
  };
}
