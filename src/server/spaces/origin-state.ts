/**
 * Whether the origins of a space need attention.
 */
import type { OriginStatus } from '../../ship/replicate/index.js';

/** Whether no origin answers, or the first one does not and a later one is used. */
export const isOriginFailing = (origin: OriginStatus | undefined): boolean =>
  origin !== undefined && (origin.failing !== null || origin.fallback !== null);
