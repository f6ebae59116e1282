/**
 * Whether what has come is a description of spaces.
 */
import type { Description } from './space.js';

/** By its outside alone: it is made by the server that made this page. */
export const isDescription = (value: unknown): value is Description =>
  typeof value === 'object' && value !== null && 'spaces' in value && Array.isArray(value.spaces);
