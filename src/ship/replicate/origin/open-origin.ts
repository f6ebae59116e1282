/**
 * Opens the origin of an address: a folder, an HTTP server or a bucket.
 */
import type { Files } from '../../../format/files/index.js';
import { openBucket } from '../s3/access.js';
import { type Address, AUTHORIZATION_VARIABLE } from './address.js';
import { fileOrigin } from './file-origin.js';
import { authorizationSigner, webOrigin } from './http-origin.js';
import type { Origin } from './origin.js';

/** Silence after which a connection counts as broken. */
export const STALL_MS = 30_000;

export interface OriginAccess {
  readonly files: Files;
  /** Environment with credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stallMs?: number;
}

/** @throws OperationError if there are no credentials for a bucket */
export function openOrigin(address: Address, { files, env, stallMs = STALL_MS }: OriginAccess): Origin {
  switch (address.kind) {
    case 'file':
      return fileOrigin(files, address.folder);
    case 'http': {
      const { url: base } = address;
      return webOrigin({ name: base.href, base, sign: authorizationSigner(env[AUTHORIZATION_VARIABLE]), stallMs });
    }
    case 's3':
      return webOrigin({ name: address.name, ...openBucket(address, env), stallMs });
  }
}
