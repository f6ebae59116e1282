/**
 * The judged queries of a collection: those that ranking was worked on with, and, in a folder of their own inside that
 * one, those held out, which were judged apart.
 *
 * Invariant: no query is in both, so that one run of the engines answers all.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '../../../src/errors/index.js';
import { type Judged, readAsked, readJudged } from './judgements.js';

export interface QuerySet {
  readonly heldOut: boolean;
  readonly judged: Judged;
}

const HELD_OUT_FOLDER = 'held-out';

function setsOf(folder: string, read: (folder: string) => Judged): QuerySet[] {
  const first = { heldOut: false, judged: read(folder) };
  const inside = join(folder, HELD_OUT_FOLDER);
  if (!existsSync(inside)) return [first];
  const judged = read(inside);
  const ids = new Set(first.judged.queries.map(({ id }) => id));
  const texts = new Set(first.judged.queries.map(({ text }) => text.toLowerCase()));
  for (const { id, text } of judged.queries) {
    if (!ids.has(id) && !texts.has(text.toLowerCase())) continue;
    throw new OperationError(
      `${inside}: "${text}" (${id}) is held out and in ${folder}, too. Give it another id or text.`,
    );
  }
  return [first, { heldOut: true, judged }];
}

/**
 * @param folder has queries and judgements, and may have a folder `held-out` with others
 * @returns      one set or two, that held out last; of queries that have judgements
 * @throws       OperationError when something is missing, wrong, or in both sets
 */
export const readSets = (folder: string): QuerySet[] => setsOf(folder, readJudged);

/** As `readSets`, and with the queries that nobody has judged anything for. */
export const readAskedSets = (folder: string): QuerySet[] => setsOf(folder, readAsked);
