/**
 * A whole run: prepare, check every answer, then time the contestants in turns.
 *
 * The command line of `npm run bench:cold`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { contentCommand, parsed, sizesOf, wholeNumber } from '../harness/command.js';
import { prepare } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { ROOT } from '../harness/root.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { Contestant, type Difference, differenceOf } from './contestant.js';
import { readAnswer } from './servers.js';
import { documentOf, drawUrls, requestOf, targetOf, WORKLOADS, type Workload } from './workloads.js';

export interface Measured {
  readonly workload: string;
  readonly difference: Difference;
  /** The smallest and the largest median that one launch would have shown. */
  readonly launches: { readonly low: number; readonly high: number };
}

/** What a workload asks, and what the documents are. */
interface Drawn {
  readonly workload: Workload;
  readonly urls: readonly string[];
  readonly documents: readonly Buffer[];
}

/** Times of both, a launch each. */
type Launched = readonly { readonly rival: readonly number[]; readonly stele: readonly number[] }[];

/** Turns of the event loop, of 16 requests each, that one time is taken of. */
const turnsAtOnce = 16;
/** How many times as many go before it counts: until then Node spends much of its time on compiling. */
const warmTurns = (rounds: number): number => turnsAtOnce * Math.min(100, rounds * 2);

/**
 * Times contestants in turns, each as often first as last.
 *
 * @returns microseconds a request, by contestant and round
 */
async function timeInTurns(contestants: readonly Contestant[], rounds: number): Promise<number[][]> {
  for (const contestant of contestants) await contestant.time(warmTurns(rounds));
  const times = contestants.map((): number[] => []);
  const places = contestants.map((_, place) => place);
  for (let round = 0; round < rounds; round += 1) {
    const first = round % places.length;
    for (const place of [...places.slice(first), ...places.slice(0, first)]) {
      const us = await contestants[place]?.time(turnsAtOnce);
      if (us !== undefined) times[place]?.push(us);
    }
  }
  return times;
}

/** @returns what the first contestant's name is, which the second is compared with */
export const rivalName = ({ against }: ColdOptions): string => (against === undefined ? 'bare node:http' : against);

/** @throws OperationError, DifferenceError when an answer is wrong */
export async function run(options: ColdOptions, say: (line: string) => void): Promise<Measured[]> {
  const wanted = WORKLOADS.filter(({ name }) => options.only === undefined || name.includes(options.only));
  if (wanted.length === 0) {
    const names = WORKLOADS.map(({ name }) => name).join(', ');
    throw new OperationError(`No workload contains "${options.only}". There are: ${names}.`);
  }
  const paths = await prepare(options.items, options.seed, false);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const random = new Random(options.seed, 'bench/cold');
  const sample = drawSample(paths.export, space.model, random);
  const temporary = mkdtempSync(join(tmpdir(), 'bench-cold-'));
  const drawn = wanted.map((workload): Drawn => {
    const urls = drawUrls(workload, options.questions, sample, random);
    return { workload, urls, documents: urls.map((url) => documentOf(space, url)) };
  });
  const launched = drawn.map((): Launched[number][] => []);
  try {
    const args = rivalArguments(options, paths.export, temporary);
    for (let launch = 1; launch <= options.launches; launch += 1) {
      const rival = new Contestant(rivalName(options), args);
      const stele = new Contestant('stele', [ROOT, paths.snapshots]);
      try {
        for (const [place, one] of drawn.entries()) {
          say(`launch ${launch} of ${options.launches}: ${one.workload.name}`);
          launched[place]?.push(await measure(one, rival, stele, options));
        }
      } finally {
        for (const contestant of [rival, stele]) contestant.stop();
      }
    }
    return drawn.map(({ workload }, place) => measuredOf(workload.name, launched[place] ?? []));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @param launched at least one */
export function measuredOf(workload: string, launched: Launched): Measured {
  const medians = launched.map(({ rival, stele }) => differenceOf(rival, stele).median);
  return {
    workload,
    difference: differenceOf(
      launched.flatMap(({ rival }) => rival),
      launched.flatMap(({ stele }) => stele),
    ),
    launches: { low: Math.min(...medians), high: Math.max(...medians) },
  };
}

function rivalArguments({ against }: ColdOptions, content: string, temporary: string): readonly string[] {
  if (against === undefined) return ['bare'];
  const snapshots = join(temporary, 'snapshots');
  buildWith(against, content, snapshots);
  return [against, snapshots];
}

/** @param root of a compiled checkout. @throws OperationError when it cannot build the export */
function buildWith(root: string, content: string, snapshots: string): void {
  const { status, stderr } = spawnSync(process.execPath, [commandOf(root), 'build', content, '--out', snapshots], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new OperationError(`${root} could not build the export:\n${stderr}`);
}

async function measure(
  { workload, urls, documents }: Drawn,
  rival: Contestant,
  stele: Contestant,
  options: ColdOptions,
): Promise<Launched[number]> {
  const { requests, answers } = await checked(stele, workload, urls, documents);
  if (options.against === undefined) {
    await rival.prepare(new Map(urls.map((url, place) => [targetOf(url), answers[place]!])));
    const expected = answers.map((answer) => readAnswer(answer));
    for (const [place, answer] of (await rival.check(workload.keeps, requests)).entries()) {
      compare(rival, urls[place]!, expected[place]!, answer);
    }
  } else await checked(rival, workload, urls, documents);
  const rounds = Math.ceil(options.rounds / options.launches);
  const [ofRival = [], ofStele = []] = await timeInTurns([rival, stele], rounds);
  return { rival: ofRival, stele: ofStele };
}

interface Checked {
  readonly requests: readonly Buffer[];
  readonly answers: readonly Buffer[];
}

/**
 * Asks a server of stele's everything once.
 *
 * @returns what is to be timed, with the answers. @throws DifferenceError when one is not the engine's own document
 */
async function checked(
  contestant: Contestant,
  { keeps, revalidates }: Workload,
  urls: readonly string[],
  documents: readonly Buffer[],
): Promise<Checked> {
  const requests = urls.map((url) => requestOf(url));
  const answers = await contestant.check(keeps, requests);
  for (const [place, answer] of answers.entries()) {
    compare(contestant, urls[place]!, { status: 200, body: documents[place]! }, answer);
  }
  if (!revalidates) return { requests, answers };
  const again = urls.map((url, place) => requestOf(url, tagOf(answers[place]!)));
  const unchanged = await contestant.check(keeps, again);
  for (const [place, answer] of unchanged.entries()) compare(contestant, urls[place]!, UNCHANGED, answer);
  return { requests: again, answers: unchanged };
}

/** An answer, the header aside. */
interface Expected {
  readonly status: number;
  readonly body: Buffer;
}

const UNCHANGED: Expected = { status: 304, body: Buffer.alloc(0) };

function tagOf(answer: Buffer): string {
  const { lines } = readAnswer(answer);
  return lines[lines.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'etag') + 1] ?? '';
}

function compare({ name }: Contestant, url: string, { status, body }: Expected, answer: Buffer): void {
  const given = readAnswer(answer);
  if (given.status === status && Buffer.compare(given.body, body) === 0) return;
  const shown = (bytes: Buffer): string => bytes.subarray(0, 300).toString();
  throw new DifferenceError(
    `${name} answers ${url} with ${given.status} and another document:\n${shown(given.body)}\ninstead of ${status}\n${shown(body)}`,
  );
}

type ColdOptions = ReturnType<typeof readOptions>;

const WHOLE = { items: 10_000, rounds: 300, launches: 3, questions: 512 };
const SMOKE = { items: 2000, rounds: 6, launches: 1, questions: 64 };

/** Programs of a compiled checkout that are needed of it. */
const commandOf = (root: string): string => join(root, 'dist', 'src', 'cli', 'main.js');

/** A parser of option values. @returns its root */
function checkout(path: string): string {
  const root = resolve(path);
  if (existsSync(commandOf(root))) return root;
  throw new InvalidArgumentError(`There is no compiled checkout: ${commandOf(root)} is missing. Run npm ci there.`);
}

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]) {
  const { items, rounds, launches, questions } = sizesOf(args, WHOLE, SMOKE);
  const description =
    'Measures what answering costs inside the process, in turns with another checkout or bare node:http.';
  const command = contentCommand('bench:cold', description, items)
    .option('--against <folder>', 'another checkout, compiled; it builds its own snapshot of the same export', checkout)
    .option('--only <text>', 'workloads whose name contains this')
    .option('--rounds <n>', 'turns of each contestant', wholeNumber(2, 100_000), rounds)
    .option('--launches <n>', 'how often both are started anew', wholeNumber(1, 100), launches);
  return { questions, against: undefined, ...parsed(command, args) };
}
