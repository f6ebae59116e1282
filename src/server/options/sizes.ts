/**
 * Default sizes and cost limits, and the check that a request of full length fits.
 */
import { OperationError } from '../../content/errors/index.js';

/** Default of `maxCostMs`. */
export const DEFAULT_MAX_COST_MS = 25;
/** Default of `headerBytesMaximum`. */
export const HEADER_BYTES_MAXIMUM = 32_768;
/** Default of `cacheBytes`. */
export const DEFAULT_CACHE_BYTES = 256 * 2 ** 20;
/** Default of `residentCacheBytes`. */
export const DEFAULT_RESIDENT_CACHE_BYTES = 256 * 2 ** 20;

/** Bytes of a plain client's request line and headers, without the target. */
const otherHeaderBytes = 512;

/** @throws OperationError if requests with a target of full length would be refused because of their headers */
export function checkRequestSizes(headerBytesMaximum: number, targetBytesMaximum: number): void {
  if (headerBytesMaximum >= targetBytesMaximum + otherHeaderBytes) return;
  throw new OperationError(
    `The request line and headers may have ${headerBytesMaximum} bytes in all, and a path and query ${targetBytesMaximum}, which leaves fewer than ${otherHeaderBytes} for the rest; raise the first or lower the second.`,
  );
}
