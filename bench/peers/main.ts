/**
 * `npm run bench:peers -- [options]`: the latency of other servers over HTTP for the same queries on the Tate
 * collection.
 *
 * The servers must already run; README.md says how to set up each. Exit codes: 0 done, 1 failed or a wrong answer, 2
 * wrong usage.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { endOnSignals, parsed, runProgram, wholeNumber } from '../harness/command.js';
import { environmentLine, readEnvironment } from '../harness/results/results-files.js';
import { right, terminalTable } from '../harness/results/tables.js';
import { CACHE_FOLDER, COMPILED_FOLDER } from '../harness/root.js';
import { haveSqlite } from '../harness/sqlite/driver.js';
import { percentile, shuffled } from '../harness/timing/statistics.js';
import { launch, type ServerProcess } from '../http/contestants/launch.js';
import { isTateThere, TATE_FOLDER } from '../search/corpora/tate.js';
import { makeDatabase } from './database.js';
import { answerOf, CLASSES, type Peer, type PeerQuestion } from './questions.js';

const PROGRAM = join(COMPILED_FOLDER, 'src', 'cli', 'main.js');
const SLICES = 4;
/** Connections: one, and a number that keeps every server busy. */
const CONNECTIONS = [1, 8] as const;

const say = (line: string): void => console.error(line);

function origin(text: string): string {
  if (URL.canParse(text)) return text.replace(/\/$/, '');
  throw new InvalidArgumentError('Give where it answers, such as http://127.0.0.1:8055.');
}

const command = (smoke: boolean) =>
  new Command('bench:peers')
    .description('Asks stele and others the same over HTTP, comparing every answer first.')
    .option('--database <file>', 'only write the SQLite database that the others serve; the file must not exist')
    .option('--directus <url>', 'where Directus answers', origin)
    .option('--datasette <url>', 'where Datasette answers', origin)
    .option('--questions <n>', 'of each class', wholeNumber(1, 10_000), smoke ? 3 : 200)
    .option('--seconds <n>', 'of each class, peer and number of connections', wholeNumber(1, 600), 4)
    .option('--smoke', 'stele alone, and nothing is timed', false)
    .allowExcessArguments(false)
    .exitOverride();

function ask(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => {
        text += part;
      });
      reply.on('end', () => (reply.statusCode === 200 ? resolve(text) : reject(new OperationError(`${url}: ${text}`))));
      reply.on('error', reject);
    }).on('error', reject);
  });
}

async function compare(peer: Peer, origin: string, questions: readonly PeerQuestion[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (const { paths, ids, total } of questions) {
    const url = `${origin}${paths[peer]}`;
    const expectedAnswer = JSON.stringify({ ids, total });
    const found = JSON.stringify(answerOf(peer, await ask(agent, url)));
    if (found !== expectedAnswer)
      throw new OperationError(`${peer} answers ${found} instead of ${expectedAnswer} to ${url}`);
  }
  agent.destroy();
}

/** @returns the latency of each answer, in milliseconds */
async function load(urls: readonly string[], connections: number, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + ms;
  const latencies: number[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const url = urls[next % urls.length] ?? '';
      next += 1;
      const began = performance.now();
      await ask(agent, url);
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return latencies;
}

async function main(args: readonly string[]): Promise<void> {
  const options = parsed(command(args.includes('--smoke')), args);
  if (!isTateThere()) return say('THE TATE DATA SET IS NOT AT ../shared/datasets/tate: SKIPPED');
  if (!haveSqlite(options.smoke, say)) return;
  if (options.database !== undefined) {
    if (existsSync(options.database)) throw new OperationError(`${options.database} exists; name a new file.`);
    makeDatabase(options.database).close();
    return;
  }
  const database = makeDatabase(':memory:');
  const random = new Random(1, 'bench/peers');
  const ids = database.prepare('SELECT id FROM artwork ORDER BY id').pluck().all().map(String);
  const classes = Object.entries(CLASSES).map(([name, draw]) => ({
    name,
    questions: Array.from({ length: options.questions }, () =>
      draw(database, random, ids[random.below(ids.length)] ?? ''),
    ),
  }));
  const snapshots = join(CACHE_FOLDER, `peers-${process.pid}.tmp`);
  let server: ServerProcess | undefined;
  try {
    const built = spawnSync(process.execPath, [PROGRAM, 'build', TATE_FOLDER, '--out', snapshots], {
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new OperationError(built.stderr);
    server = await launch('stele', process.execPath, [
      PROGRAM,
      'serve',
      snapshots,
      '--port',
      '0',
      '--cache-bytes',
      '0',
    ]);
    const peers: (readonly [Peer, string])[] = [['stele', `http://127.0.0.1:${server.port}/delivery/jsonapi`]];
    if (options.directus !== undefined) peers.push(['directus', options.directus]);
    if (options.datasette !== undefined) peers.push(['datasette', options.datasette]);
    for (const { questions } of classes) for (const [peer, origin] of peers) await compare(peer, origin, questions);
    say(`${classes.length * options.questions} answers of each are those of SQL`);
    if (!options.smoke) await tell(peers, classes, options.seconds * 1000, random);
  } finally {
    await server?.stop();
    rmSync(snapshots, { recursive: true, force: true });
  }
}

async function tell(
  peers: readonly (readonly [Peer, string])[],
  classes: readonly { readonly name: string; readonly questions: readonly PeerQuestion[] }[],
  ms: number,
  random: Random,
): Promise<void> {
  const rows: string[][] = [];
  for (const { name, questions } of classes) {
    for (const connections of CONNECTIONS) {
      const found = new Map<Peer, number[]>(peers.map(([peer]) => [peer, []]));
      for (let slice = 0; slice < SLICES; slice += 1) {
        for (const [peer, origin] of shuffled(peers, random)) {
          const urls = questions.map(({ paths }) => `${origin}${paths[peer]}`);
          found.get(peer)?.push(...(await load(urls, connections, ms / SLICES)));
        }
      }
      const own = found.get('stele')?.length ?? 0;
      for (const [peer, latencies] of found) {
        const sorted = Float64Array.from(latencies).sort();
        const [p50, p99] = [0.5, 0.99].map((share) => percentile(sorted, share).toFixed(2));
        const perSecond = (1000 * latencies.length) / ms;
        const times = (own / latencies.length).toFixed(1);
        rows.push([name, peer, String(connections), p50 ?? '', p99 ?? '', perSecond.toFixed(0), times]);
      }
    }
  }
  console.log(environmentLine(readEnvironment(), `${ms / 1000} s each, no answers kept`));
  const columns = ['connections', 'p50 ms', 'p99 ms', 'answers/s', 'stele’s ÷ its'].map(right);
  console.log(terminalTable({ columns: [{ title: 'question' }, { title: 'peer' }, ...columns], rows }));
}

endOnSignals();
await runProgram(main);
