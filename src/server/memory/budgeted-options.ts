/**
 * The options of a server, completed with the sizes of the memory budget.
 */

import type { OverloadLimits } from '../wire/overload.js';
import type { MemoryBudget } from './budget.js';

interface SizeOptions {
  readonly cacheBytes?: number;
  readonly residentCacheBytes?: number;
  readonly overload?: Partial<OverloadLimits>;
}

/** @returns the options with the budget's sizes, which include sizes that the operator has chosen */
export const withBudget = <Server extends SizeOptions, Options extends { readonly server: Server }>(
  options: Options,
  { cacheBytes, blockCacheBytes, waitingBytes }: MemoryBudget,
) => ({
  ...options,
  server: {
    ...options.server,
    cacheBytes,
    residentCacheBytes: blockCacheBytes,
    overload: { ...options.server.overload, heldBytesMaximum: waitingBytes },
  },
});
