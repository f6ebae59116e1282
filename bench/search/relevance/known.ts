/**
 * `npm run bench:known -- [options]`: whether an item comes first if its title is typed, next to other engines.
 *
 * Exit codes: 0 done, 1 failed, 2 wrong usage. Missed targets do not change the exit code.
 */
import { relative } from 'node:path';
import { Command } from 'commander';
import { Random } from '../../../data/generate/random.js';
import { parsed, runProgram } from '../../harness/command.js';
import { readEnvironment } from '../../harness/results/results-files.js';
import { terminalTable } from '../../harness/results/tables.js';
import { RESULTS_FOLDER, ROOT } from '../../harness/root.js';
import { writePerformancePage } from '../../page/performance-page.js';
import type { Corpus, EngineName } from '../contestants/contestant.js';
import { JUDGED_ENGINES } from '../contestants/contestant.js';
import { enginesOf } from '../contestants/engines.js';
import { openCorpus } from '../corpora/corpus-file.js';
import { prepareCorpus } from '../corpora/prepare.js';
import { corpusCollection } from './collection.js';
import { type KnownShares, knownTable, recordKnown } from './known-results.js';
import { isFound, PART, SPELLINGS, type TitleQuestion, titleKey, titleQuestions } from './known-titles.js';
import { type Rankings, rankingsOf } from './rankings.js';

const say = (line: string): void => console.error(line);
const seed = 1;
const smokeItems = 400;

/** @returns the share of the questions of each spelling whose item is found, in the order of the engines */
function sharesOf(questions: readonly TitleQuestion[], rankings: Rankings, corpus: Corpus): readonly KnownShares[] {
  const titles = new Map<string, string>();
  for (const { id, texts } of corpus.plainDocuments()) titles.set(id, titleKey(texts[0] ?? ''));
  return [...Object.keys(SPELLINGS), PART.name].map((spelling) => {
    const asked = questions.filter((question) => question.spelling === spelling);
    const shares = Array.from(rankings.values(), (byQuery) => {
      const found = asked.filter((question) => isFound(question, byQuery.get(question.id) ?? [], titles));
      return asked.length === 0 ? 0 : found.length / asked.length;
    });
    return { spelling, questions: asked.length, shares };
  });
}

/** @param name under which the results are recorded; undefined if they are not */
async function measure(corpusFolder: string, engines: readonly EngineName[], name: string | undefined): Promise<void> {
  const corpus = openCorpus(corpusFolder);
  const questions = titleQuestions(corpus, new Random(seed, 'known'));
  const rankings = await rankingsOf(corpusFolder, questions, engines, say);
  const rows = sharesOf(questions, rankings, corpus);
  console.log(`\n${corpus.name}\n\n${terminalTable(knownTable({ engines: [...rankings.keys()], rows }))}`);
  if (name === undefined) return;
  const known = { name, environment: readEnvironment(), engines: [...rankings.keys()], rows };
  console.log(`wrote ${relative(ROOT, recordKnown(RESULTS_FOLDER, known))}`);
  console.log(`wrote ${relative(ROOT, writePerformancePage())}`);
}

async function main(args: readonly string[]): Promise<void> {
  const command = new Command('bench:known')
    .description('Measures how often an item comes first if its title is typed, in several spellings, or in part.')
    .option('--collection <folder>', 'titles of a test collection: corpus.jsonl (default: the Tate artworks)')
    .option('--record <name>', 'write the results of the collection under this name to bench/results and docs/results')
    .option('--only <text>', 'engines whose names contain this, or one of these, separated by commas')
    .option('--smoke', 'stele alone, with 400 articles; only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride();
  const { collection, only, smoke, record } = parsed(command, args);
  const engines = enginesOf(JUDGED_ENGINES, smoke ? 'stele' : only, say);
  if (collection !== undefined) {
    const corpus = corpusCollection(collection);
    try {
      await measure(corpus.corpusFolder, engines, record);
    } finally {
      corpus.remove();
    }
    return;
  }
  const folder = await prepareCorpus(smoke ? 'articles' : 'tate', smoke ? smokeItems : 1_000_000, seed, say);
  if (folder !== undefined) await measure(folder, engines, smoke ? undefined : record);
}

await runProgram(main);
