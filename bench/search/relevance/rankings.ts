/**
 * What every engine finds for every query, each engine in a process of its own, as a search box would ask.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_FOLDER } from '../../harness/root.js';
import type { EngineName } from '../contestants/contestant.js';
import { EngineProcess } from '../engine-process.js';
import type { Query } from './judgements.js';

/** As deep as recall is measured, and the largest page that stele gives. */
export const DEPTH = 100;

/** By engine, then by query id: document ids, the best first. */
export type Rankings = ReadonlyMap<EngineName, ReadonlyMap<string, readonly string[]>>;

export async function rankingsOf(
  corpusFolder: string,
  queries: readonly Query[],
  engines: readonly EngineName[],
  say: (line: string) => void,
): Promise<Rankings> {
  const rankings = new Map<EngineName, ReadonlyMap<string, readonly string[]>>();
  for (const engine of engines) {
    say(`${engine}: building and asking`);
    const folder = join(CACHE_FOLDER, `search-${engine}-${process.pid}.tmp`);
    const engineProcess = new EngineProcess({ engine, corpusFolder }, 'english');
    try {
      const questions = queries.map(({ text }) => ({ words: text, asking: 'box' as const }));
      await engineProcess.order({ kind: 'build', folder }, 'built');
      await engineProcess.order({ kind: 'open', folder, question: { words: 'a', asking: 'box' } }, 'opened');
      const { ids } = await engineProcess.order({ kind: 'ask', questions, limit: DEPTH }, 'answered');
      rankings.set(engine, new Map(queries.map(({ id }, place) => [id, ids[place] ?? []])));
    } finally {
      await engineProcess.end();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rankings;
}
