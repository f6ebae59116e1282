/**
 * `npm run fuzz -- [options]`: sends random and damaged requests, and reports failures and slow requests.
 *
 * Exit codes: 0 nothing found, 1 a wrong or slow request, 2 wrong usage.
 */
import { fileURLToPath } from 'node:url';
import type { OptionsOf } from '../../src/cli/arguments.js';
import { anyNumber, countedCommand, runSoak } from '../options.js';
import { caseAt, type FuzzReport, fuzz, growthOf, targetOf, textOf } from './fuzz.js';
import { minimised } from './minimise.js';
import { fuzzServer } from './server.js';
import type { SocketReport } from './socket.js';
import { awkwardSubject, openSnapshots, subjectOf, withSnapshots } from './subjects.js';

const BOOKSHOP = fileURLToPath(new URL('../../../data/bookshop', import.meta.url));
/** Milliseconds from which a request is reported as slow. */
const slowMs = 50;

type Options = OptionsOf<ReturnType<typeof command>>;

const progress = (done: number): void => {
  if (done % 100_000 === 0) console.error(`${done} cases`);
};

/** @returns whether nothing was found */
async function fuzzParser(snapshots: string, { count, seed, case: single }: Options): Promise<boolean> {
  const subjects = [subjectOf(await openSnapshots(snapshots)), awkwardSubject];
  if (single !== undefined) {
    const one = caseAt({ seed, subjects }, single);
    console.log(
      JSON.stringify({ ...one.subject.judge.judge(one.target), subject: one.subject.name, target: textOf(one.target) }),
    );
    return true;
  }
  const report = fuzz({ seed, count, subjects, slowMs, onProgress: progress });
  for (const { index, subject, target, fault } of report.faults) {
    const fails = (text: string): boolean => subject.judge.judge(targetOf(text)).fault !== undefined;
    const shortest = await minimised(textOf(target), fails);
    console.log(
      `FAULT ${fault}\n  again: --seed ${seed} --case ${index}\n  least, to ${subject.name}: ${JSON.stringify(shortest)}`,
    );
  }
  console.log(describeFuzz(report, slowMs));
  return report.faults.length === 0 && report.offenders === 0;
}

async function fuzzSocket(snapshots: string, { socket = 0, seed }: Options): Promise<boolean> {
  const report = await fuzzServer({ snapshots, count: socket, seed, slowMs, onProgress: progress });
  console.log(describeSocket(report, slowMs));
  return report.faults.length === 0 && report.offenders === 0;
}

const what = 'put hostile requests to the parser, or to a server over connections, and judge what comes back';
const command = () =>
  countedCommand('fuzz', what, 'requests to parser and engine', 100_000)
    .option('--case <n>', 'one case of the seed only, printed with what came of it', anyNumber)
    .option('--socket <n>', 'conversations with a server in a process of its own, instead', anyNumber)
    .option('--snapshots <folder>', 'snapshots to ask, instead of the bookshop');

async function main(args: readonly string[]): Promise<number> {
  const options = command().exitOverride().parse(args, { from: 'user' }).opts();
  const run = options.socket === undefined ? fuzzParser : fuzzSocket;
  const asked = (snapshots: string): Promise<boolean> => run(snapshots, options);
  const clean = options.snapshots === undefined ? await withSnapshots(BOOKSHOP, asked) : await asked(options.snapshots);
  return clean ? 0 : 1;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const cut = (text: string): string =>
  text.length <= 160 ? text : `${text.slice(0, 160)}… (${text.length} characters)`;

const memory = (bytes: readonly number[]): string =>
  bytes.length === 0
    ? 'too few cases to watch it'
    : `${number.format(Math.min(...bytes) / 2 ** 20)} to ${number.format(Math.max(...bytes) / 2 ** 20)} MiB, second half against first ${number.format(growthOf(bytes) / 2 ** 20)} MiB`;

function describeFuzz(report: FuzzReport, slowMs: number): string {
  const { cases, answered, refused, faults, slowest, offenders, heapBytes, seconds } = report;
  return [
    `${number.format(cases)} requests in ${number.format(seconds)} s: ${number.format(answered)} answered, ${number.format(refused)} refused`,
    `faults: ${faults.length}`,
    `slower than ${slowMs} ms: ${offenders}; the slowest took ${number.format(slowest[0]?.elapsedMs ?? 0)} ms`,
    `heap: ${memory(heapBytes)}`,
    'slowest:',
    ...slowest.map(
      ({ elapsedMs, index, subject, target }) =>
        `  ${number.format(elapsedMs)} ms, case ${index} (${subject.name}): ${JSON.stringify(cut(textOf(target)))}`,
    ),
  ].join('\n');
}

function describeSocket(report: SocketReport, slowMs: number): string {
  const { conversations, responses, byStatus, faults, slowest, offenders, residentBytes, seconds } = report;
  return [
    `${number.format(conversations)} conversations, ${number.format(responses)} responses in ${number.format(seconds)} s`,
    `by status: ${[...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${number.format(count)}`)
      .join(', ')}`,
    `faults: ${faults.length}`,
    ...faults.map(({ index, fault, text }) => `  case ${index}: ${fault}\n    ${JSON.stringify(cut(text))}`),
    `slower than ${slowMs} ms: ${offenders}; the slowest took ${number.format(slowest[0]?.elapsedMs ?? 0)} ms`,
    `resident memory of the server: ${memory(residentBytes)}`,
    'slowest:',
    ...slowest.map(
      ({ elapsedMs, index, text }) => `  ${number.format(elapsedMs)} ms, case ${index}: ${JSON.stringify(cut(text))}`,
    ),
  ].join('\n');
}

await runSoak(main);
