/**
 * Filling a page from several searches: a search box shows what has all words first, then what has any.
 */

/** @param ask is asked each way in turn, until there are `limit` ids; @returns at most so many, each once */
export function fillPage<Way>(ways: readonly Way[], limit: number, ask: (way: Way) => Iterable<string>): string[] {
  const ids = new Set<string>();
  for (const way of ways) {
    for (const id of ask(way)) ids.add(id);
    if (ids.size >= limit) break;
  }
  return [...ids].slice(0, limit);
}
