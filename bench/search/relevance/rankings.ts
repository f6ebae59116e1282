/**
 * The rankings of every engine for every query, each engine in a process of its own.
 *
 * Rankings of other engines are cached; they change only with their input.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../harness/input/prepare.js';
import { BENCH_FOLDER, CACHE_FOLDER } from '../../harness/root.js';
import type { EngineName } from '../contestants/contestant.js';
import { startEngine } from '../orders.js';
import type { Query } from './sets.js';

/** Depth of recall, which is also the largest page of stele. */
export const DEPTH = 100;

/** By query id: document ids, the best first. */
export type Found = ReadonlyMap<string, readonly string[]>;

export type Rankings = ReadonlyMap<EngineName, Found>;

export async function rankingsOf(
  corpusFolder: string,
  queries: readonly Query[],
  engines: readonly EngineName[],
  say: (line: string) => void,
): Promise<Rankings> {
  const rankings = new Map<EngineName, Found>();
  for (const engine of engines) {
    const cachedPath = engine === 'stele' ? undefined : keptPath(engine, corpusFolder, queries);
    if (cachedPath !== undefined && existsSync(cachedPath)) {
      rankings.set(engine, foundIn(queries, JSON.parse(readFileSync(cachedPath, 'utf8'))));
      continue;
    }
    say(`${engine}: building and asking`);
    const ids = await ask(engine, corpusFolder, queries);
    if (cachedPath !== undefined) {
      mkdirSync(CACHE_FOLDER, { recursive: true });
      writeFileSync(cachedPath, JSON.stringify(ids));
    }
    rankings.set(engine, foundIn(queries, ids));
  }
  return rankings;
}

/** @param worker program of the checkout whose stele answers; undefined for this one's. @returns the rankings of stele */
export const rankVersion = async (
  corpusFolder: string,
  queries: readonly Query[],
  worker: string | undefined,
): Promise<Found> => foundIn(queries, await ask('stele', corpusFolder, queries, worker));

const foundIn = (queries: readonly Query[], ids: readonly (readonly string[])[]): Found =>
  new Map(queries.map(({ id }, place) => [id, ids[place] ?? []]));

/** Named by all that decides what an engine finds. */
function keptPath(engine: EngineName, corpusFolder: string, queries: readonly Query[]): string {
  const hash = createHash('sha256')
    .update(fingerprint(['bench/search/contestants']))
    .update(readFileSync(join(BENCH_FOLDER, 'package.json')))
    .update(readFileSync(join(BENCH_FOLDER, 'search', 'contestants', 'xapian-process.py')))
    .update(readFileSync(join(corpusFolder, 'corpus.jsonl')))
    .update(JSON.stringify(queries));
  return join(CACHE_FOLDER, `rankings-${engine}-${hash.digest('hex').slice(0, 16)}.json`);
}

async function ask(
  engine: EngineName,
  corpusFolder: string,
  queries: readonly Query[],
  worker?: string,
): Promise<readonly (readonly string[])[]> {
  const folder = join(CACHE_FOLDER, `search-${engine}-${process.pid}.tmp`);
  const engineProcess = startEngine(engine, corpusFolder, 'english', worker);
  try {
    const questions = queries.map(({ text }) => ({ words: text, asking: 'box' as const }));
    await engineProcess.order({ kind: 'build', folder }, 'built');
    await engineProcess.order({ kind: 'open', folder, question: { words: 'a', asking: 'box' } }, 'opened');
    return (await engineProcess.order({ kind: 'ask', questions, limit: DEPTH }, 'answered')).ids;
  } finally {
    await engineProcess.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
