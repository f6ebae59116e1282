/**
 * The summary at the start of `docs/performance.md`: the main results, and the meaning of each missed target.
 *
 * Elsewhere: all targets (engine/report, http/report, search/section), pictures (plots).
 */

import type { Results } from '../engine/results.js';
import { meanRatio, verdicts } from '../engine/targets.js';
import { environmentLine } from '../harness/results/results-files.js';
import { count, duration, megabytes, times, type Verdict } from '../harness/results/tables.js';
import type { HttpResults } from '../http/results.js';
import { httpVerdicts } from '../http/targets.js';
import type { ContestantName } from '../http/workloads/requests.js';
import { searchVerdicts } from '../search/results.js';
import type { Recorded } from './plots.js';

/** @returns the sections of results and of missed targets, each ending in a line feed; empty without results of the engine */
export function summarySections(recorded: Recorded): string[] {
  const engine = recorded.engine.at(-1);
  const http = recorded.http.at(-1);
  if (engine === undefined) return [];
  const results = [...engineSentences(engine), ...(http === undefined ? [] : httpSentences(http))];
  const machine = `Machine of the engine's results: ${environmentLine(engine.environment, 'one thread')}.`;
  const lines = missedLines(listVerdicts(recorded).filter(({ kept }) => kept === false));
  const missed = lines.length === 0 ? 'None.' : lines.join('\n');
  return [
    `## Results\n\n${results.map((sentence) => `- ${sentence}`).join('\n')}\n\n${machine}\n`,
    `## Missed targets\n\n${missed}\n`,
  ];
}

function engineSentences({ items, classes, footprint }: Results): string[] {
  const medians = classes.filter(({ adversarial }) => !adversarial).map(({ stele }) => stele.p50Us);
  const mean = meanRatio(classes);
  const time = `The engine finds a page of 20 items among ${count(items)}, and writes it as JSON, in ${duration(Math.min(...medians))} to ${duration(Math.max(...medians))}, depending on the kind of query (medians of all kinds but adversarial ones, without HTTP).`;
  const memory = `The process takes ${megabytes(footprint.residentBytes)} of memory after opening a snapshot of ${megabytes(footprint.snapshotBytes)}.`;
  if (mean === undefined) return [time, memory];
  return [
    time,
    `SQLite takes ${times(mean)} the time of stele for the same pages (geometric mean of all kinds but adversarial ones).`,
    memory,
  ];
}

function httpSentences(http: HttpResults): string[] {
  const hot = ratePerSecond(http, 'hot', 'stele');
  const cold = ratePerSecond(http, 'cold', 'stele');
  if (hot === undefined || cold === undefined) return [];
  return [
    `Over HTTP, one thread answers ${count(hot)} requests a second from the cache, and ${count(cold)} a second that are new to it (${count(http.items)} items).`,
  ];
}

function ratePerSecond({ workloads }: HttpResults, workload: string, contestant: ContestantName): number | undefined {
  const loads = workloads.find(({ name }) => name === workload)?.loaded;
  const load = loads?.find((candidate) => candidate.contestant === contestant);
  return load === undefined ? undefined : Math.round(load.perSecond);
}

function listVerdicts({ engine, http, search }: Recorded): Verdict[] {
  const largestEngine = engine.at(-1);
  const largestHttp = http.at(-1);
  const corpora = search.at(-1)?.corpora ?? [];
  return [
    ...(largestEngine === undefined ? [] : verdicts(largestEngine, engine)),
    ...(largestHttp === undefined ? [] : httpVerdicts(largestHttp)),
    ...corpora.flatMap(searchVerdicts),
  ];
}

/** Part of a target's name → what a miss means for a user. The first part that occurs in the name counts. */
const MEANINGS: readonly { readonly target: string; readonly meaning: string }[] = [
  { target: 'geometric mean of the ratios', meaning: 'The lead over SQLite is smaller than planned.' },
  { target: 'snapshot bytes', meaning: 'A snapshot needs more disk space than planned.' },
  { target: 'memory of 4 threads', meaning: 'Further threads need more memory than planned.' },
  {
    target: 'answers from a map',
    meaning: 'Stele spends more processor time than a bare server that sends the same answers from a map.',
  },
  {
    target: 'cold',
    meaning:
      'Requests that are new to the server cost more than planned, compared with a bare server of prepared bytes.',
  },
  {
    target: 'opening until the first answer',
    meaning: 'A search index was to open ten times as fast as those of other libraries, and does not.',
  },
  { target: ': p', meaning: 'In search, another library is faster in some classes.' },
  { target: 'p50 of every class', meaning: 'Some kinds of query are slower than planned; the tables mark them.' },
];

/** @returns a line for each meaning, with the missed targets that have it */
function missedLines(missed: readonly Verdict[]): string[] {
  const verdictsByMeaning = new Map<string, Verdict[]>();
  for (const verdict of missed) {
    const meaning = findMeaning(verdict);
    const sameMeaning = verdictsByMeaning.get(meaning) ?? [];
    sameMeaning.push(verdict);
    verdictsByMeaning.set(meaning, sameMeaning);
  }
  return [...verdictsByMeaning].map(([meaning, group]) => `- ${meaning} ${group.map(figuresText).join('; ')}.`);
}

const findMeaning = ({ promise }: Verdict): string =>
  MEANINGS.find(({ target }) => promise.includes(target))?.meaning ?? 'Also missed:';

const figuresText = ({ promise, limit, measured }: Verdict): string => `*${promise}*: ${measured}, target ${limit}`;
