/**
 * The access key for servers that require one: stored for this tab until it is closed.
 */
import { signal } from '@preact/signals';

const storageKey = 'stele.access-key';

/** A browser may forbid storage; the key is then valid until the page is left. */
function readStoredKey(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** The key; empty if there is none. */
export const accessKey = signal(readStoredKey());

/** The server's message about a missing or refused key; undefined if it requires none. */
export const keyMessage = signal<string | undefined>(undefined);

export function storeKey(key: string): void {
  accessKey.value = key;
  try {
    sessionStorage.setItem(storageKey, key);
  } catch {
    // Without storage the key is valid until the page is left.
  }
}

/** Headers of every request that may require a key. */
export const authorizationHeaders = (): Record<string, string> =>
  accessKey.value === '' ? {} : { Authorization: `Bearer ${accessKey.value}` };
