/**
 * What a reader chose, as the browser keeps it.
 */

/** A browser may forbid it. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(`stele.${key}`);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(`stele.${key}`, value);
  } catch {
    // It holds until the page is left.
  }
}
