/**
 * `npm run bench:relevance -- [options]`: the quality of stele's ranking by judgements, next to other engines.
 *
 * Exit codes: 0 done, 1 failed, 2 wrong usage.
 */
import { relative, resolve } from 'node:path';
import { runProgram } from '../../harness/command.js';
import { readEnvironment } from '../../harness/results/results-files.js';
import { missedLines, terminalTable, verdictTable } from '../../harness/results/tables.js';
import { RESULTS_FOLDER, ROOT } from '../../harness/root.js';
import { writePerformancePage } from '../../page/performance-page.js';
import { JUDGED_ENGINES } from '../contestants/contestant.js';
import { enginesOf } from '../contestants/engines.js';
import { beforeTable, type ComparedSet, changedQueryTable, compareSet, findWorker, newcomerLines } from './before.js';
import { type Collection, folderCollection, ownCollections } from './collection.js';
import type { Half } from './known-items.js';
import { type RelevanceOptions, readRelevanceOptions } from './options.js';
import { rankingsOf, rankVersion } from './rankings.js';
import { queryTable, relevanceTable, relevanceVerdicts } from './report.js';
import { meansOf, qualitiesOf, type SetQualities, writeRelevance } from './results.js';

const say = (line: string): void => console.error(line);

/** @returns sets of one name, asked of several collections, as one */
function together(all: readonly SetQualities[]): SetQualities[] {
  const byName = new Map<string, SetQualities>();
  for (const set of all) {
    const met = byName.get(set.name);
    if (met === undefined) {
      byName.set(set.name, set);
      continue;
    }
    const engines = met.engines.map(({ engine, qualities }) => {
      const otherQualities = set.engines.find((other) => other.engine === engine)?.qualities ?? [];
      return { engine, qualities: [...qualities, ...otherQualities] };
    });
    byName.set(set.name, { ...met, queries: [...met.queries, ...set.queries], engines });
  }
  return [...byName.values()];
}

async function measure(collections: readonly Collection[], options: RelevanceOptions): Promise<void> {
  const engines = enginesOf(JUDGED_ENGINES, options.only, say);
  const found: SetQualities[] = [];
  for (const { corpusFolder, sets } of collections) {
    const queries = sets.flatMap(({ judged }) => judged.queries);
    const rankings = await rankingsOf(corpusFolder, queries, engines, say);
    found.push(...sets.map((set) => qualitiesOf(rankings, set)));
  }
  const all = together(found);
  const means = all.map(meansOf);
  for (const [place, set] of means.entries()) {
    const own = all[place];
    if (options.queries && own !== undefined) console.log(terminalTable(queryTable(own)));
    console.log(`\n${set.name}\n\n${terminalTable(relevanceTable(set))}`);
  }
  const verdicts = means.flatMap(relevanceVerdicts);
  console.log([terminalTable(verdictTable(verdicts)), ...missedLines(verdicts)].join('\n'));
  if (!options.record) return;
  const results = { format: 3, environment: readEnvironment(), sets: means } as const;
  console.log(`wrote ${relative(ROOT, writeRelevance(RESULTS_FOLDER, results))}`);
  console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
}

async function compareVersions(
  collections: readonly Collection[],
  checkout: string,
  showsQueries: boolean,
): Promise<void> {
  const worker = findWorker(resolve(checkout));
  const compared = new Map<string, ComparedSet>();
  for (const { corpusFolder, sets } of collections) {
    const queries = sets.flatMap(({ judged }) => judged.queries);
    const before = await rankVersion(corpusFolder, queries, worker);
    const after = await rankVersion(corpusFolder, queries, undefined);
    for (const set of sets) {
      const { name, queries: ranked } = compareSet(set, before, after);
      compared.set(name, { name, queries: [...(compared.get(name)?.queries ?? []), ...ranked] });
    }
  }
  const sets = [...compared.values()];
  if (showsQueries) for (const set of sets) console.log(`\n${set.name}\n\n${terminalTable(changedQueryTable(set))}`);
  console.log([terminalTable(beforeTable(sets)), ...newcomerLines(sets)].join('\n'));
}

async function main(args: readonly string[]): Promise<void> {
  const options = readRelevanceOptions(args);
  const { collection } = options;
  const halves: Half[] = options.unseen ? ['tuning', 'unseen'] : ['tuning'];
  const collections = collection === undefined ? await ownCollections(halves, say) : [folderCollection(collection)];
  try {
    if (options.before === undefined) await measure(collections, options);
    else await compareVersions(collections, options.before, options.queries);
  } finally {
    for (const one of collections) one.remove();
  }
}

await runProgram(main);
