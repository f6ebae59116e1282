/**
 * The key that the server asks for, where it does: kept for this tab alone, until it is closed.
 */
import { signal } from '@preact/signals';

const place = 'stele.access-key';

/** A browser may forbid it; then the key holds until the page is left. */
function stored(): string {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return '';
  }
}

/** The empty text while there is none. */
export const accessKey = signal(stored());

/** What the server says of the key, or of there being none; undefined while it asks for nothing. */
export const keyWanted = signal<string | undefined>(undefined);

export function keepKey(key: string): void {
  accessKey.value = key;
  try {
    sessionStorage.setItem(place, key);
  } catch {
    // It holds until the page is left.
  }
}

/** Headers of every request for what a key may be asked for. */
export const authorization = (): Record<string, string> =>
  accessKey.value === '' ? {} : { Authorization: `Bearer ${accessKey.value}` };
