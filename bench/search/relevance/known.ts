/**
 * `npm run bench:known -- [options]`: whether an item comes first if its title is typed, next to other engines.
 *
 * Exit codes: 0 done, 1 failed, 2 wrong usage. Missed targets do not change the exit code.
 */
import { Command } from 'commander';
import { Random } from '../../../data/generate/random.js';
import { parsed, runProgram } from '../../harness/command.js';
import { right, type Table, terminalTable } from '../../harness/results/tables.js';
import type { Corpus, EngineName } from '../contestants/contestant.js';
import { JUDGED_ENGINES } from '../contestants/contestant.js';
import { enginesOf } from '../contestants/engines.js';
import { openCorpus } from '../corpora/corpus-file.js';
import { prepareCorpus } from '../corpora/prepare.js';
import { engineTitle } from '../report.js';
import { corpusCollection } from './collection.js';
import { isFound, PART, SPELLINGS, type TitleQuestion, titleKey, titleQuestions } from './known-titles.js';
import { type Rankings, rankingsOf } from './rankings.js';

const say = (line: string): void => console.error(line);
const seed = 1;
const smokeItems = 400;

/** @returns spelling → engine → share of the questions whose item is found; in the order of the spellings */
function knownTable(questions: readonly TitleQuestion[], rankings: Rankings, corpus: Corpus): Table {
  const titles = new Map<string, string>();
  for (const { id, texts } of corpus.plainDocuments()) titles.set(id, titleKey(texts[0] ?? ''));
  const engines: readonly EngineName[] = [...rankings.keys()];
  const targets = [...Object.entries(SPELLINGS), [PART.name, PART] as const];
  const rows = targets.map(([name, { ranks, share }]) => {
    const asked = questions.filter(({ spelling }) => spelling === name);
    const shares = engines.map((engine) => {
      const found = asked.filter((question) => isFound(question, rankings.get(engine)?.get(question.id) ?? [], titles));
      return asked.length === 0 ? '–' : `${((100 * found.length) / asked.length).toFixed(1)} %`;
    });
    const place = ranks === 1 ? 'first' : `first ${ranks}`;
    return [name, String(asked.length), place, `≥ ${Math.round(share * 100)} %`, ...shares];
  });
  return {
    columns: [
      { title: 'a title, typed' },
      right('questions'),
      { title: 'found' },
      { title: 'target' },
      ...engines.map((engine) => right(engineTitle(engine))),
    ],
    rows,
  };
}

async function measure(corpusFolder: string, engines: readonly EngineName[]): Promise<void> {
  const corpus = openCorpus(corpusFolder);
  const questions = titleQuestions(corpus, new Random(seed, `known/${corpus.name}`));
  const rankings = await rankingsOf(corpusFolder, questions, engines, say);
  console.log(`\n${corpus.name}\n\n${terminalTable(knownTable(questions, rankings, corpus))}`);
}

async function main(args: readonly string[]): Promise<void> {
  const command = new Command('bench:known')
    .description('Measures how often an item comes first if its title is typed, in several spellings, or in part.')
    .option('--collection <folder>', 'titles of a test collection: corpus.jsonl (default: the Tate artworks)')
    .option('--only <text>', 'engines whose names contain this, or one of these, separated by commas')
    .option('--smoke', 'stele alone, with 400 articles; only to see that everything works', false)
    .allowExcessArguments(false)
    .exitOverride();
  const { collection, only, smoke } = parsed(command, args);
  const engines = enginesOf(JUDGED_ENGINES, smoke ? 'stele' : only, say);
  if (collection !== undefined) {
    const corpus = corpusCollection(collection);
    try {
      await measure(corpus.corpusFolder, engines);
    } finally {
      corpus.remove();
    }
    return;
  }
  const folder = await prepareCorpus(smoke ? 'articles' : 'tate', smoke ? smokeItems : 1_000_000, seed, say);
  if (folder !== undefined) await measure(folder, engines);
}

await runProgram(main);
