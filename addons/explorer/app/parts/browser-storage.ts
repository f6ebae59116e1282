/**
 * Storage of preferences in the browser. If the browser forbids storage, a preference is valid until the page is left.
 */

/** @returns null if nothing is stored, or storage is forbidden */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`stele.${key}`);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(`stele.${key}`, value);
  } catch {
    // The preference is valid until the page is left.
  }
}
