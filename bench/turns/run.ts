/**
 * A whole run: what the server can do at most, then half of that for as long as was asked, in turns with bare
 * `node:http` at the same rate.
 *
 * The command line of `npm run bench:turns`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { contentCommand, parsed, sizesOf, wholeNumber } from '../harness/command.js';
import { prepare } from '../harness/input/prepare.js';
import { drawSample } from '../harness/input/sample.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import { launch, serverProgram } from '../http/contestants/launch.js';
import { Generator } from '../http/load/generator.js';
import { type Bench, type Contestant, type Entry, give, loadSlice, measureInTurn } from '../http/measuring.js';
import type { Loaded } from '../http/results.js';
import { COLD, Questioner } from '../http/workloads/questioner.js';
import { plain } from '../http/workloads/requests.js';
import { isSeen, type Seen, type Stretch, type Summary, summaryOf } from './seen.js';

export interface Stalled {
  readonly loaded: Loaded;
  readonly summary: Summary;
}

export interface TurnsResult {
  readonly highestPerSecond: number;
  readonly stele: Stalled;
  readonly bare: Stalled;
}

const probe = join(dirname(fileURLToPath(import.meta.url)), 'probe.js');
/** As many as the benchmark over HTTP has when it is full, and at half load. */
const [fullConnections, halfConnections] = [32, 64];

/** @throws OperationError when an answer is wrong */
export async function run(options: TurnsOptions, say: (line: string) => void): Promise<TurnsResult> {
  const { items, seed, seconds, fullSeconds, slices, questions } = options;
  const paths = await prepare(items, seed, false);
  const space = await openCurrent(diskFiles, paths.snapshots);
  const random = new Random(seed, 'bench/turns');
  const questioner = new Questioner(space, drawSample(paths.export, space.model, random), random);
  const folder = mkdtempSync(join(tmpdir(), 'bench-turns-'));
  const programs = {
    bare: [serverProgram('bare')],
    // Questions come again, as there are not enough for minutes; so nothing is kept from one to the next.
    stele: [
      ...options.node,
      ...[
        join(COMPILED_FOLDER, 'src', 'cli', 'main.js'),
        'serve',
        paths.snapshots,
        '--port',
        '0',
        '--cache-bytes',
        '0',
      ],
    ],
  } as const;
  const names = ['stele', 'bare'] as const;
  const contestants: Contestant[] = [];
  const generator = new Generator();
  try {
    for (const name of names) {
      const watched = ['--import', `${pathToFileURL(probe).href}?${encodeURIComponent(fileOf(folder, name).href)}`];
      contestants.push({ ...(await launch(name, process.execPath, [...watched, ...programs[name]])), name });
    }
    const effort = { seconds: fullSeconds, slices: 2, connections: fullConnections, hotUrls: 0, itemUrls: 0 };
    const bench: Bench = { contestants, generator, questioner, effort, random };
    say(`drawing ${questions} questions`);
    const known = questioner.draw(COLD, questions);
    const entries: Entry[] = [];
    const stretches = new Map<Entry, Stretch[]>();
    for (const contestant of contestants) {
      const asked = known.map((one) => plain(contestant.name, one));
      await give(bench, contestant.name, asked, Uint32Array.from(known.keys()));
      entries.push({ contestant, load: (plan) => loadSlice(bench, contestant, contestant.name, plan) });
    }
    say('what the server can do at most');
    const [full] = await measureInTurn(bench, entries.slice(0, 1));
    const highestPerSecond = full?.perSecond ?? 0;
    const ratePerSecond = Math.max(1, highestPerSecond / 2);
    say(`half of ${Math.round(highestPerSecond)} a second, for ${seconds} s each`);
    const sliceMs = (seconds * 1000) / slices;
    const atRate = entries.map((entry): Entry => {
      const timed: Stretch[] = [];
      const { contestant, load } = entry;
      const rated: Entry = {
        contestant,
        load: async (plan) => {
          const startMs = Date.now();
          const slice = await load({ ...plan, connections: halfConnections, ratePerSecond });
          // Warming up is no part of what counts.
          if (plan.durationMs === sliceMs) timed.push({ startMs, endMs: Date.now() });
          return slice;
        },
      };
      stretches.set(rated, timed);
      return rated;
    });
    const loaded = await measureInTurn({ ...bench, effort: { ...effort, seconds, slices } }, atRate);
    await Promise.all(contestants.map((contestant) => contestant.stop()));
    const [stele, bare] = atRate.map((entry, i): Stalled => {
      const seen = readSeen(folder, names[i] ?? 'stele');
      return { loaded: loaded[i]!, summary: summaryOf(seen, stretches.get(entry) ?? []) };
    });
    if (stele === undefined || bare === undefined) throw new Error('Both were measured.');
    return { highestPerSecond, stele, bare };
  } finally {
    generator.close();
    await Promise.all(contestants.map((contestant) => contestant.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

const fileOf = (folder: string, name: string): URL => pathToFileURL(join(folder, `${name}.json`));

/** @throws OperationError when the server ended without it */
function readSeen(folder: string, name: string): Seen {
  const seen: unknown = JSON.parse(readFileSync(fileOf(folder, name), 'utf8'));
  if (isSeen(seen)) return seen;
  throw new OperationError(`The server of ${name} ended without a word of what it has seen.`);
}

type TurnsOptions = ReturnType<typeof readOptions>;

const WHOLE = { items: 100_000, fullSeconds: 20, questions: 50_000 };
const SMOKE = { items: 2000, fullSeconds: 0.5, questions: 500 };
const smokeSeconds = 1;
/** Shorter than Node's HTTP server keeps a connection open that nothing is asked on: at a rate, some are hardly used. */
const sliceSeconds = 3;

/** @throws CommanderError as `parsed` does */
export function readOptions(args: readonly string[]) {
  const { items, fullSeconds, questions } = sizesOf(args, WHOLE, SMOKE);
  const description =
    'Measures stalls: long turns of the event loop at half of what the server can do, cold, beside bare node:http.';
  const command = contentCommand('bench:turns', description, items)
    .option('--minutes <n>', 'time at half load, each server', wholeNumber(1, 600), 10)
    .option('--node-options <text>', 'options of Node for the server, such as --max-semi-space-size=32', '');
  const { minutes, nodeOptions, ...content } = parsed(command, args);
  const seconds = content.smoke ? smokeSeconds : minutes * 60;
  const slices = Math.max(2, Math.ceil(seconds / sliceSeconds));
  const node = nodeOptions.split(' ').filter((option) => option !== '');
  return { ...content, seconds, fullSeconds, slices, questions, node };
}
