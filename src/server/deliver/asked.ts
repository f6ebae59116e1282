/**
 * Which content a request asks for, as its line says: read the same way by the admission, by the cache before Koa and
 * by Koa's handlers.
 */
import type { IncomingMessage } from 'node:http';
import { originForm, targetOf } from '../wire/target.js';
import { type Mount, mountOf } from './mounts.js';

export interface Asked {
  readonly mount: Mount;
  /** In origin form. */
  readonly target: string;
}

/** @returns undefined where no content is to be read. Cost: O(mounts). */
export function askedOf(mounts: readonly Mount[], request: IncomingMessage): Asked | undefined {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const target = originForm(targetOf(request));
  const mount = mountOf(mounts, target);
  return mount === undefined ? undefined : { mount, target };
}
