/**
 * The server's options, checked and completed with defaults.
 */
import { LIMITS } from '../../content/model/index.js';
import { checkIgnoredParameter, ignoring } from '../../jsonapi/index.js';
import { Gate } from '../access/gate.js';
import { NO_SNIFFING } from '../http/headers.js';
import { createCrossOrigin } from '../negotiate/cross-origin.js';
import { ANY_ORIGIN, checkCorsOrigin, checkHosts, checkPublicUrl, checkSpaces } from '../options/addresses.js';
import { checkCacheControl, DEFAULT_CACHE_CONTROL, PRIVATE_CACHE_CONTROL } from '../options/cache-control.js';
import { checkRequestSizes, DEFAULT_MAX_COST_MS, HEADER_BYTES_MAXIMUM } from '../options/sizes.js';
import { checkTimeouts, DEFAULT_TIMEOUTS } from '../options/timeouts.js';
import { DEFAULT_OVERLOAD } from '../wire/overload.js';
import type { ServerOptions } from './server-options.js';

/**
 * @param canDescribe whether this installation can describe the interface
 * @throws OperationError if an option is wrong
 */
export function readSettings(options: ServerOptions, canDescribe: boolean) {
  checkSpaces(options.spaces);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const headerBytesMaximum = options.headerBytesMaximum ?? HEADER_BYTES_MAXIMUM;
  const targetBytesMaximum = options.targetBytesMaximum ?? LIMITS.targetBytes;
  checkTimeouts(timeouts);
  checkRequestSizes(headerBytesMaximum, targetBytesMaximum);
  const hosts = options.hosts ?? [];
  checkHosts(hosts, options.spaces);
  const gate = options.keys === undefined ? undefined : new Gate(options.keys);
  const cors = createCrossOrigin((options.corsOrigins ?? [ANY_ORIGIN]).map(checkCorsOrigin));
  const varies = ['Accept', 'Accept-Encoding', ...(cors.varies ? ['Origin'] : []), ...(gate ? ['Authorization'] : [])];
  const cacheControl = options.cacheControl ?? (gate === undefined ? DEFAULT_CACHE_CONTROL : PRIVATE_CACHE_CONTROL);
  return {
    timeouts,
    headerBytesMaximum,
    targetBytesMaximum,
    hosts,
    gate,
    cors,
    limits: { ...DEFAULT_OVERLOAD, ...options.overload },
    publicUrl: options.publicUrl === undefined ? '' : checkPublicUrl(options.publicUrl),
    everyLines: ['Vary', varies.join(', '), ...NO_SNIFFING],
    cacheControl: checkCacheControl(cacheControl),
    ignores: ignoring((options.ignoredParameters ?? []).map(checkIgnoredParameter)),
    maxCostMs: options.maxCostMs ?? DEFAULT_MAX_COST_MS,
    threads: options.threads ?? (() => []),
    withDocs: options.docs !== false && canDescribe,
    withExplorer: options.explorer !== false,
    withMetrics: options.metrics !== false,
  };
}

export type Settings = ReturnType<typeof readSettings>;
