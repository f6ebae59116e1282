/**
 * One run of `npm run bench:search`: its options, building and opening every engine, checking the matches, and timing
 * in turns.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { folderBytes } from '../engine/results.js';
import { benchmarkCommand, type CommonOptions, parsedCommon, sizesOf, wholeNumber } from '../harness/command.js';
import { isNamedIn } from '../harness/named.js';
import { CACHE_FOLDER } from '../harness/root.js';
import { medianOf, shuffled, type Timing, timingOf } from '../harness/timing/statistics.js';
import { checkAnswer, Scan } from './checks.js';
import { type Corpus, ENGINES, type EngineName, type Question, type SearchEngine } from './contestants/contestant.js';
import { engineOf } from './contestants/engines.js';
import { openCorpus } from './corpora/corpus-file.js';
import { CORPORA, type CorpusName } from './corpora/prepare.js';
import { type Built, type EngineProcess, type Opened, startEngine } from './orders.js';
import { type ClassQuestions, drawQuestions, readVocabulary } from './questions.js';
import type { ClassTiming, CorpusResult, EngineResult } from './results.js';

type Say = (line: string) => void;

interface RunOptions {
  readonly seed: number;
  readonly budgetMs: number;
  readonly smoke: boolean;
}

const samplesMinimum = 20;
const firstQuestion: Question = { words: 'water', asking: 'words' };

/** How much of everything is asked. */
const effortOf = (smoke: boolean) =>
  smoke
    ? { questions: 20, checked: 5, slices: 2, openings: 1 }
    : { questions: 300, checked: 25, slices: 10, openings: 3 };

interface Running {
  readonly rules: SearchEngine;
  readonly process: EngineProcess;
  readonly built: Built;
  readonly opened: readonly Opened[];
  readonly folder: string;
}

/** @param corpusFolder as `prepareCorpus` gives it. @throws DifferenceError if an engine finds something else */
export async function runCorpus(
  corpusFolder: string,
  names: readonly EngineName[],
  options: RunOptions,
  say: Say,
): Promise<CorpusResult> {
  const corpus = openCorpus(corpusFolder);
  const work = join(CACHE_FOLDER, `search-${process.pid}.tmp`);
  const running: Running[] = [];
  try {
    const { openings } = effortOf(options.smoke);
    for (const name of names) running.push(await start(name, corpusFolder, join(work, name), openings, say));
    return await measureAll(corpus, running, options, say);
  } finally {
    for (const { process: engineProcess } of running) await engineProcess.end();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Builds in one process, opens in others; the last stays. */
async function start(
  engine: EngineName,
  corpusFolder: string,
  folder: string,
  openings: number,
  say: Say,
): Promise<Running> {
  say(`${engine}: building`);
  const builder = startEngine(engine, corpusFolder);
  let built: Built;
  try {
    built = await builder.order({ kind: 'build', folder }, 'built');
  } finally {
    await builder.end();
  }
  const opened: Opened[] = [];
  for (;;) {
    const opener = startEngine(engine, corpusFolder);
    try {
      opened.push(await opener.order({ kind: 'open', folder, question: firstQuestion }, 'opened'));
    } catch (error) {
      await opener.end();
      throw error;
    }
    if (opened.length === openings) return { rules: await engineOf(engine), process: opener, built, opened, folder };
    await opener.end();
  }
}

async function measureAll(
  corpus: Corpus,
  running: readonly Running[],
  options: RunOptions,
  say: Say,
): Promise<CorpusResult> {
  const { seed, smoke } = options;
  const effort = effortOf(smoke);
  const scan = new Scan(corpus);
  const vocabulary = readVocabulary(corpus, new Random(seed, `search/${corpus.name}/vocabulary`));
  const asked = drawQuestions(vocabulary, effort.questions, new Random(seed, `search/${corpus.name}/questions`));
  const checked = new Map<Running, readonly number[]>();
  for (const one of running) {
    say(`${one.rules.name}: checking`);
    checked.set(one, await check(one, asked, effort.checked, scan));
  }
  const timings = await time(running, asked, options, effort.slices, say);
  const timingsOf = (one: Running, whole: boolean): ReadonlyMap<string, Timing> | undefined =>
    [...timings].find(([runner]) => runner.running === one && runner.whole === whole)?.[1];
  const textBytes = [...corpus.documents()].reduce((sum, { texts }) => sum + Buffer.byteLength(texts.join('')), 0);
  return {
    name: corpus.name,
    items: scan.size,
    textBytes,
    engines: running.map((one) => ({
      ...costs(one),
      classes: asked.flatMap(({ questionClass: { name, extra }, questions }, place): ClassTiming[] => {
        const timing = timingsOf(one, false)?.get(name);
        const whole = timingsOf(one, true)?.get(name);
        const compared = checked.get(one)?.[place] ?? 0;
        if (timing === undefined) return [];
        const wholeTiming = whole === undefined ? {} : { wholeTiming: whole };
        return [{ name, extra, questions: questions.length, checked: compared, timing, ...wholeTiming }];
      }),
    })),
  };
}

const costs = ({ rules, built, opened, folder }: Running): Omit<EngineResult, 'classes'> => ({
  engine: rules.name,
  version: rules.version,
  buildMs: built.ms,
  buildPeakBytes: built.peakBytes,
  indexBytes: built.indexBytes,
  folderBytes: folderBytes(folder),
  openMs: medianOf(opened.map(({ openMs }) => openMs)),
  answeredMs: medianOf(opened.map(({ answeredMs }) => answeredMs)),
  residentBytes: medianOf(opened.map(({ residentBytes }) => residentBytes)),
  heapBytes: medianOf(opened.map(({ heapBytes }) => heapBytes)),
});

/** @returns how many questions of each class were checked */
async function check(
  { rules, process: engineProcess }: Running,
  asked: readonly ClassQuestions[],
  count: number,
  scan: Scan,
): Promise<number[]> {
  const ask = async (question: Question, limit: number): Promise<readonly string[]> => {
    const { ids } = await engineProcess.order({ kind: 'ask', questions: [question], limit }, 'answered');
    return ids[0] ?? [];
  };
  const counts: number[] = [];
  for (const { questions } of asked) {
    let compared = 0;
    for (const question of questions.slice(0, count)) if (await checkAnswer(question, rules, scan, ask)) compared += 1;
    counts.push(compared);
  }
  return counts;
}

/** A contestant of a class: an engine that returns ids, or (`whole`) whole answers. */
interface Runner {
  readonly running: Running;
  readonly whole: boolean;
}

/** Short slices in turns in random order, so that whatever disturbs the machine disturbs all alike. */
async function time(
  running: readonly Running[],
  asked: readonly ClassQuestions[],
  { seed, budgetMs }: RunOptions,
  count: number,
  say: Say,
): Promise<Map<Runner, Map<string, Timing>>> {
  const runners = running.flatMap((one): Runner[] => [
    { running: one, whole: false },
    ...(one.rules.responds ? [{ running: one, whole: true }] : []),
  ]);
  const timings = new Map(runners.map((runner) => [runner, new Map<string, Timing>()]));
  const random = new Random(seed, 'search/turns');
  for (const { questionClass, questions } of asked) {
    const { name, asking } = questionClass;
    say(`timing: ${name}`);
    const able = runners.filter((runner) => asking !== 'typos' || runner.running.rules.forgivesTypos);
    const samples = new Map<Runner, number[]>(able.map((runner) => [runner, []]));
    const keyOf = ({ whole }: Runner): string => `${name}${whole ? ', whole' : ''}`;
    for (const runner of able) {
      const order = { kind: 'load', name: keyOf(runner), questions, seed, whole: runner.whole } as const;
      await runner.running.process.order(order, 'done');
    }
    const slice = { kind: 'time', timeMs: budgetMs / count, iterations: Math.ceil(samplesMinimum / count) } as const;
    for (let round = 0; round < count; round += 1) {
      for (const runner of shuffled(able, random)) {
        const { samplesMs } = await runner.running.process.order({ ...slice, name: keyOf(runner) }, 'timed');
        const all = samples.get(runner) ?? [];
        for (const sample of samplesMs) all.push(sample);
      }
    }
    for (const [runner, all] of samples) timings.get(runner)?.set(name, timingOf(all));
  }
  return timings;
}

interface SearchBenchOptions extends CommonOptions {
  /** Milliseconds a class and engine. */
  readonly budgetMs: number;
  readonly corpora: readonly CorpusName[];
}

/** Fewer give too few words that differ in how frequent they are. */
const smokeItems = 400;

/** @throws CommanderError as `parsed` does */
export function readSearchOptions(args: readonly string[]): SearchBenchOptions {
  const command = benchmarkCommand(
    'bench:search',
    'Measures ranked full text search against MiniSearch, Orama, FlexSearch and SQLite FTS5, every engine in a process of its own.',
    'one or more, separated by commas: a corpus or engine whose name',
    args,
    smokeItems,
  ).option('--budget <ms>', 'time a class and engine', wholeNumber(10, 600_000), sizesOf(args, 1000, 4));
  const { budget, ...common } = parsedCommon(command, args);
  const { only } = common;
  const named = CORPORA.filter((name) => isNamedIn(only, name));
  if (only !== undefined && ![...CORPORA, ...ENGINES].some((name) => isNamedIn(only, name))) {
    throw new OperationError(
      `No corpus or engine contains "${only}". There are: ${[...CORPORA, ...ENGINES].join('; ')}.`,
    );
  }
  return { ...common, budgetMs: budget, corpora: named.length > 0 ? named : CORPORA };
}
