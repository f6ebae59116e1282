/**
 * CORS: decides which scripts of other origins may read: any by default, scripts of the origins that the operator lists, or none.
 */
import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { ALLOWED_METHODS, EXPOSED_HEADERS } from '../http/headers.js';
import { ANY_ORIGIN } from '../options/addresses.js';

/** Time for which a browser may cache the answer to a preflight; permissions change only with a deployment. */
const preflightMaxAgeSeconds = 86_400;

export interface CrossOrigin {
  /** Answers preflights. */
  readonly preflights: Middleware;
  /** Whether responses depend on `Origin`; then `Vary` has to say so. */
  readonly varies: boolean;
  /** Header lines of every response except to preflights, names and values in turn. */
  readonly everyLines: readonly string[];
  /** Additional header lines of a response to a script of a listed origin. */
  readonly linesFor: (origin: string | undefined) => readonly string[];
}

const NO_LINES: readonly string[] = Object.freeze([]);

export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const allowsAny = origins.includes(ANY_ORIGIN);
  const listed: ReadonlySet<string> = new Set(origins);
  const middleware = cors({
    // With an empty origin the library sends no CORS headers at all.
    origin: allowsAny
      ? ANY_ORIGIN
      : (ctx) => {
          const origin = ctx.get('Origin');
          return listed.has(origin) ? origin : '';
        },
    allowMethods: [...ALLOWED_METHODS],
    maxAge: preflightMaxAgeSeconds,
    keepHeadersOnError: false,
  });
  const exposedLines = ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(',')];
  return {
    preflights: (ctx, next) => (ctx.method === 'OPTIONS' ? middleware(ctx, next) : next()),
    everyLines: allowsAny ? ['Access-Control-Allow-Origin', ANY_ORIGIN, ...exposedLines] : NO_LINES,
    linesFor: (origin) =>
      !allowsAny && origin !== undefined && listed.has(origin)
        ? ['Access-Control-Allow-Origin', origin, ...exposedLines]
        : NO_LINES,
    varies: !allowsAny && origins.length > 0,
  };
}
