/**
 * Recorded shares of known titles, as in `bench/results/known-titles.json`, and their tables.
 *
 * Elsewhere: the questions, and what counts as found (known-titles).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, environmentLine, readResultsFile } from '../../harness/results/results-files.js';
import { markdownTable, right, type Table } from '../../harness/results/tables.js';
import type { EngineName } from '../contestants/contestant.js';
import { engineTitle } from '../report.js';
import { PART, SPELLINGS } from './known-titles.js';

export interface KnownShares {
  readonly spelling: string;
  readonly questions: number;
  /** Share of the questions whose item is found, in the order of `engines`; 0 without a question. */
  readonly shares: readonly number[];
}

export interface KnownCollection {
  readonly name: string;
  readonly environment: Environment;
  readonly engines: readonly EngineName[];
  readonly rows: readonly KnownShares[];
}

export interface KnownResults {
  /** Version of the form of this file; files of another version are not read. */
  readonly format: 1;
  readonly environment: Environment;
  /** By name. */
  readonly collections: readonly KnownCollection[];
}

const fileName = 'known-titles.json';

/** @returns undefined if none was recorded. @throws Error if the file is not what a run writes */
export const readKnown = (folder: string): KnownResults | undefined =>
  existsSync(join(folder, fileName)) ? readResultsFile(folder, fileName, 1) : undefined;

/** Replaces the recorded shares of one collection. @returns the path written */
export function recordKnown(folder: string, collection: KnownCollection): string {
  const others = (readKnown(folder)?.collections ?? []).filter(({ name }) => name !== collection.name);
  const collections = [...others, collection].sort((a, b) => (a.name < b.name ? -1 : 1));
  const results: KnownResults = { format: 1, environment: collection.environment, collections };
  const path = join(folder, fileName);
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return path;
}

const TARGETS = [...Object.entries(SPELLINGS), [PART.name, PART] as const];

export function knownTable({ engines, rows }: Pick<KnownCollection, 'engines' | 'rows'>): Table {
  return {
    columns: [
      { title: 'a title, typed' },
      right('questions'),
      { title: 'among the' },
      { title: 'target' },
      ...engines.map((engine) => right(engineTitle(engine))),
    ],
    rows: TARGETS.map(([name, { ranks, share }]) => {
      const row = rows.find(({ spelling }) => spelling === name);
      const cells = engines.map((_, place) => {
        const found = row?.shares[place];
        return row === undefined || row.questions === 0 ? '–' : `${(100 * (found ?? 0)).toFixed(1)} %`;
      });
      const among = ranks === 1 ? 'first' : `first ${ranks}`;
      return [name, String(row?.questions ?? 0), among, `≥ ${Math.round(share * 100)} %`, ...cells];
    }),
  };
}

const INTRODUCTION = `## Known titles

How often is an item first, if its title is typed? An item with the same title in front counts as found. *A part* is two
or three consecutive words that at most three titles have. A spelling is asked of the titles that it changes, of at most
500. \`npm run bench:known -- --collection <folder>\` repeats it. None of these collections was used to choose the order: that was
done with titles of films and of CISI, where a part is among the first three in 99.0 % as well.
`;

export const knownSection = ({ collections }: KnownResults): string =>
  [
    INTRODUCTION,
    ...collections.map(
      (one) => `${one.name}: ${environmentLine(one.environment, 'every engine a process')}.

${markdownTable(knownTable(one))}`,
    ),
  ].join('\n');
