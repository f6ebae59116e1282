/**
 * Access keys with their secrets, for servers and clients of tests.
 */

import { LiveKeys } from '../../src/server/index.js';
import type { AccessKey } from '../../src/server/keys/index.js';
import { hashSecret, makeSecret } from '../../src/server/keys/secret.js';

export interface TestKey extends AccessKey {
  readonly secret: string;
  /** Headers with which a client sends the key. */
  readonly headers: { readonly authorization: string };
}

export function testKey(name: string, more: Partial<AccessKey> = {}): TestKey {
  const secret = makeSecret();
  const headers = { authorization: `Bearer ${secret}` };
  return { name, sha256: hashSecret(secret), spaces: ['*'], ...more, secret, headers };
}

export const liveKeys = (...keys: readonly AccessKey[]): LiveKeys => new LiveKeys({ keys, problem: null });
