/**
 * The command `npm run bench:relevance -- [options]`: how well does stele rank, beside the others, by judgements?
 *
 * Exit codes: 0 done, 1 failed, 2 wrong usage.
 */
import { relative } from 'node:path';
import { runProgram } from '../../harness/command.js';
import { readEnvironment } from '../../harness/environment.js';
import { RESULTS_FOLDER, ROOT } from '../../harness/root.js';
import { terminalTable } from '../../harness/tables.js';
import { verdictTable } from '../../harness/verdicts.js';
import { writePerformancePage } from '../../page/performance-page.js';
import { enginesOf } from '../contestants/engines.js';
import { openCorpus } from '../corpora/corpus-file.js';
import { type Collection, folderCollection, tateCollection } from './collection.js';
import { type RelevanceOptions, readRelevanceOptions } from './options.js';
import { poolLines, poolOf } from './pool.js';
import { rankingsOf } from './rankings.js';
import { qualities, queryTable } from './report.js';
import { relevanceTable, relevanceVerdict, type SetMeans, writeRelevance } from './results.js';
import { readAskedSets, readSets } from './sets.js';

const say = (line: string): void => {
  console.error(line);
};

const counted = ({ heldOut, queries }: SetMeans): string =>
  heldOut ? `${queries} held out` : `${queries} queries with judgements`;

async function pooled(collection: Collection, only: string | undefined, depth: number): Promise<void> {
  const { corpusFolder, judgementsFolder } = collection;
  const sets = readAskedSets(judgementsFolder).map(({ judged }) => judged);
  const queries = sets.flatMap((judged) => judged.queries);
  const rankings = await rankingsOf(corpusFolder, queries, enginesOf(only, say), say);
  const open = sets.flatMap(({ queries: own, grades }) => poolOf(rankings, own, grades, depth));
  for (const line of poolLines(open, openCorpus(corpusFolder))) console.log(line);
}

async function measure(collection: Collection, options: RelevanceOptions): Promise<void> {
  const sets = readSets(collection.judgementsFolder);
  const queries = sets.flatMap(({ judged }) => judged.queries);
  const rankings = await rankingsOf(collection.corpusFolder, queries, enginesOf(options.only, say), say);
  const means = sets.map(({ heldOut, judged }): SetMeans => {
    const found = qualities(rankings, judged);
    if (options.queries) console.log(terminalTable(queryTable(found, judged)));
    return { heldOut, queries: judged.queries.length, engines: found.map(({ engine, mean }) => ({ engine, mean })) };
  });
  console.log(`\n${collection.name}: ${means.map(counted).join('; ')}\n`);
  console.log(terminalTable(relevanceTable(means)));
  console.log(terminalTable(verdictTable(means.map(relevanceVerdict))));
  if (!options.record) return;
  const results = { format: 2, environment: readEnvironment(), sets: means } as const;
  console.log(`wrote ${relative(ROOT, writeRelevance(RESULTS_FOLDER, results))}`);
  console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
}

async function main(args: readonly string[]): Promise<void> {
  const options = readRelevanceOptions(args);
  const collection = options.collection === undefined ? tateCollection(say) : folderCollection(options.collection);
  if (collection === undefined) return;
  try {
    if (options.pool === undefined) await measure(collection, options);
    else await pooled(collection, options.only, options.pool);
  } finally {
    collection.remove();
  }
}

await runProgram(main);
