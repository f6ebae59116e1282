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
import { readJudged } from './judgements.js';
import { type RelevanceOptions, readRelevanceOptions } from './options.js';
import { poolLines, poolOf } from './pool.js';
import { rankingsOf } from './rankings.js';
import { qualities, queryTable } from './report.js';
import { relevanceTable, relevanceVerdict, writeRelevance } from './results.js';

const say = (line: string): void => {
  console.error(line);
};

async function measure(collection: Collection, options: RelevanceOptions): Promise<void> {
  const { only, pool } = options;
  const judged = readJudged(collection.judgementsFolder);
  const engines = enginesOf(only, say);
  const rankings = await rankingsOf(collection.corpusFolder, judged.queries, engines, say);
  if (pool !== undefined) {
    const open = poolOf(rankings, judged.queries, judged.grades, pool);
    for (const line of poolLines(open, openCorpus(collection.corpusFolder))) console.log(line);
    return;
  }
  const found = qualities(rankings, judged);
  console.log(`\n${collection.name}: ${judged.queries.length} queries with judgements\n`);
  if (options.queries) console.log(terminalTable(queryTable(found, judged)));
  console.log(terminalTable(relevanceTable(found)));
  console.log(terminalTable(verdictTable([relevanceVerdict(found)])));
  if (!options.record) return;
  const engineMeans = found.map(({ engine, mean }) => ({ engine, mean }));
  const environment = readEnvironment();
  const results = { format: 1, environment, queries: judged.queries.length, engines: engineMeans } as const;
  console.log(`wrote ${relative(ROOT, writeRelevance(RESULTS_FOLDER, results))}`);
  console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
}

async function main(args: readonly string[]): Promise<void> {
  const options = readRelevanceOptions(args);
  const collection = options.collection === undefined ? tateCollection(say) : folderCollection(options.collection);
  if (collection === undefined) return;
  try {
    await measure(collection, options);
  } finally {
    collection.remove();
  }
}

await runProgram(main);
