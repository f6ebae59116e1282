/**
 * From an address to an origin.
 */
import type { Files } from '../../files/index.js';
import type { Address } from './address.js';
import { fileOrigin } from './file-origin.js';
import { httpOrigin } from './http-origin.js';
import type { Origin } from './origin.js';

/** How long nothing may move before a connection counts as broken. */
export const STALL_MS = 30_000;

export interface OriginAccess {
  readonly files: Files;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stallMs?: number;
}

export function openOrigin(address: Address, { files, env, stallMs = STALL_MS }: OriginAccess): Origin {
  switch (address.kind) {
    case 'file':
      return fileOrigin(files, address.folder);
    case 'http':
      return httpOrigin(address.url, { authorization: env['STELE_AUTHORIZATION'], stallMs });
  }
}
