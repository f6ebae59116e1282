/**
 * The judged queries of a collection: those that ranking was worked on with and, in folders of their own inside that one,
 * those held out, which were judged apart, and long questions.
 *
 * Invariant: no query is in two of them, so that one run of the engines answers all.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';
import { type Judged, readAsked, readJudged } from './judgements.js';

export interface QuerySet {
  readonly name: string;
  /** Whether only what engines found was judged. */
  readonly pooled: boolean;
  readonly judged: Judged;
}

const FOLDERS = [
  { folder: 'held-out', name: 'held out', pooled: true },
  { folder: 'long', name: 'long questions', pooled: false },
] as const;

function setsOf(folder: string, read: (folder: string) => Judged): QuerySet[] {
  const sets: QuerySet[] = [{ name: 'queries', pooled: true, judged: read(folder) }];
  for (const { folder: inside, name, pooled } of FOLDERS) {
    const path = join(folder, inside);
    if (!existsSync(path)) continue;
    const judged = read(path);
    const others = sets.flatMap((set) => set.judged.queries);
    const ids = new Set(others.map(({ id }) => id));
    const texts = new Set(others.map(({ text }) => text.toLowerCase()));
    for (const { id, text } of judged.queries) {
      if (!ids.has(id) && !texts.has(text.toLowerCase())) continue;
      throw new OperationError(
        `${path}: "${text}" (${id}) is there and in another set of ${folder}, too. Give it another id or text.`,
      );
    }
    sets.push({ name, pooled, judged });
  }
  return sets;
}

/**
 * @param folder has queries and judgements, and may have folders `held-out` and `long` with others
 * @returns      the sets there are, of queries that have judgements
 * @throws       OperationError when something is missing, wrong, or in two sets
 */
export const readSets = (folder: string): QuerySet[] => setsOf(folder, readJudged);

/** As `readSets`, and with the queries that nobody has judged anything for. */
export const readAskedSets = (folder: string): QuerySet[] => setsOf(folder, readAsked);
