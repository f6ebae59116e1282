/**
 * What is still to be judged: of each query, the first documents of every engine together, by id, so that nothing
 * tells who found them.
 */
import type { Corpus } from '../contestants/contestant.js';
import type { Rankings } from './rankings.js';
import type { Grades, Query } from './sets.js';

export interface Pooled {
  readonly query: Query;
  readonly ids: readonly string[];
}

/** @param judged left out; @returns queries with something to judge, and what */
export function poolOf(
  rankings: Rankings,
  queries: readonly Query[],
  judged: ReadonlyMap<string, Grades>,
  depth: number,
): Pooled[] {
  return queries.flatMap((query): Pooled[] => {
    const ids = new Set([...rankings.values()].flatMap((byQuery) => (byQuery.get(query.id) ?? []).slice(0, depth)));
    const open = [...ids].filter((id) => judged.get(query.id)?.has(id) !== true).sort();
    return open.length === 0 ? [] : [{ query, ids: open }];
  });
}

const shownCharacters = 200;

/** @returns lines to judge by: query, document, and what the document says, shortened. Cost: one pass over the corpus. */
export function poolLines(pool: readonly Pooled[], corpus: Corpus): string[] {
  const wanted = new Set(pool.flatMap(({ ids }) => ids));
  const texts = new Map<string, string>();
  for (const { id, texts: all } of corpus.documents()) {
    if (!wanted.has(id)) continue;
    const shown = all.map((text) => text.replaceAll(/\s*\n\s*/g, '; ').slice(0, shownCharacters));
    texts.set(id, shown.join(' | '));
  }
  return pool.flatMap(({ query, ids }) => [
    `# ${query.id}\t${query.text}`,
    ...ids.map((id) => `${query.id}\t${id}\t${texts.get(id) ?? ''}`),
  ]);
}
