/**
 * The gate: decides whether the key of a request opens the requested content, cached answers included.
 *
 * A request's key is looked up once, and takes one request of the key's rate once; the result is noted on the response.
 */
import type { IncomingMessage } from 'node:http';
import { type AccessKey, credentialsOf, opens } from '../keys/index.js';
import type { LiveKeys } from './live-keys.js';
import {
  AccessRefused,
  EXPIRED_KEY,
  MALFORMED_KEY,
  NO_KEY,
  OTHER_SCHEME,
  type Refusal,
  type RefusalReason,
  rateExceeded,
  UNKNOWN_KEY,
  wrongSpace,
} from './refusal.js';

/** The gate's notes about a request; the response has these members, so that no object is allocated for them. */
export interface KeyCheck {
  /** The key that the request may use; undefined before the check, and if there is none. */
  key: AccessKey | undefined;
  /** The reason why the request's key opens nothing; undefined before the check, and if it opens something. */
  refusal: Refusal | undefined;
  /** Name of the request's key, also if it was refused; `''` if it is not known. */
  keyName: string;
}

/** Counts since the server started; a plain value, which can be sent to another thread and summed there. */
export interface AccessReadings {
  /** Number of keys that are accepted now. */
  readonly keys: number;
  /** Whether the current version of the file of keys cannot be used. */
  readonly isFileBroken: boolean;
  /** Ended responses by the name of the request's key. */
  readonly byKey: Readonly<Record<string, number>>;
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
}

/** @returns the header's value; several are joined. Cost: O(lines); most are skipped by the length of their name. */
function readAuthorization(lines: readonly string[]): string | undefined {
  let authorization: string | undefined;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i]!;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    authorization = authorization === undefined ? lines[i + 1]! : `${authorization}, ${lines[i + 1]}`;
  }
  return authorization;
}

export class Gate {
  readonly #keys: LiveKeys;
  readonly #byKey = new Map<string, number>();
  readonly #refused = new Map<RefusalReason, number>();

  constructor(keys: LiveKeys) {
    this.#keys = keys;
  }

  /**
   * Looks up the request's key and takes one request of its rate, at the first call for the request.
   *
   * @param space space that the key must open; undefined if any key will do
   * @returns the reason of the refusal; undefined if the request is accepted: then `keyCheck.key` is the key
   * Cost: one hash.
   */
  refusal(request: IncomingMessage, keyCheck: KeyCheck, space: string | undefined): Refusal | undefined {
    if (keyCheck.refusal !== undefined) return keyCheck.refusal;
    const key = keyCheck.key ?? this.#lookUp(request, keyCheck);
    if ('problem' in key) {
      keyCheck.refusal = key;
      return key;
    }
    return space === undefined || opens(key, space) ? undefined : wrongSpace(space);
  }

  /** As `refusal`. @throws AccessRefused if the request's key does not open the space, or if it has no key */
  check(request: IncomingMessage, keyCheck: KeyCheck, space: string | undefined): void {
    const refusal = this.refusal(request, keyCheck, space);
    if (refusal !== undefined) throw new AccessRefused(refusal);
  }

  /** Counts a refusal that a client was answered with. */
  readonly countRefusal = ({ reason }: Refusal): void => {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  };

  /** Counts a response that has ended. */
  readonly countResponse = ({ keyName }: KeyCheck): void => {
    if (keyName !== '') this.#byKey.set(keyName, (this.#byKey.get(keyName) ?? 0) + 1);
  };

  read(): AccessReadings {
    const { keys, problem } = this.#keys.state;
    return {
      keys: keys.length,
      isFileBroken: problem !== null,
      byKey: Object.fromEntries(this.#byKey),
      refused: Object.fromEntries(this.#refused),
    };
  }

  #lookUp(request: IncomingMessage, keyCheck: KeyCheck): AccessKey | Refusal {
    const credentials = credentialsOf(readAuthorization(request.rawHeaders));
    switch (credentials.kind) {
      case 'none':
        return NO_KEY;
      case 'other scheme':
        return OTHER_SCHEME;
      case 'malformed':
        return MALFORMED_KEY;
    }
    const verdict = this.#keys.find(credentials.secret);
    if (verdict.kind === 'unknown') return UNKNOWN_KEY;
    keyCheck.keyName = verdict.key.name;
    if (verdict.kind === 'expired') return EXPIRED_KEY;
    if (verdict.bucket !== undefined) {
      const waitMs = verdict.bucket.take();
      if (waitMs > 0) return rateExceeded(verdict.bucket.rate, waitMs);
    }
    keyCheck.key = verdict.key;
    return verdict.key;
  }
}
