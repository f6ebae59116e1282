/**
 * Answers of Citus next to PostgreSQL: related types copied to every server, and related types distributed.
 *
 *     npm run bench:postgres -- --placement --items 300000
 *
 * The bytes of each answer are compared first. Facets are counted by statements on all three; no counts or columns are kept.
 * The content is the generated export without documents and without indexes for parts of texts, which these requests do not
 * need and which take most of the time of a load.
 * Elsewhere: the kinds of requests (placement-kinds).
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from '../../addons/sql/connection/pool.js';
import { CountCache } from '../../addons/sql/counting/count-cache.js';
import {
  type Address,
  answerFrom,
  type LoadedSpace,
  loadSpace,
  openPublishedLoad,
  parseAddress,
} from '../../addons/sql/index.js';
import type { Ask } from '../../addons/sql/statements/parameters.js';
import { withLeanSnapshot } from '../../build/publish/index.js';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { parseTarget } from '../../src/jsonapi/index.js';
import { hasCitusFiles, startCluster } from '../../testing/postgres/cluster.js';
import { startPostgres } from '../../testing/postgres/server.js';
import { prepareExport } from '../harness/input/prepare.js';
import { BASE } from '../harness/input/render.js';
import { drawSample } from '../harness/input/sample.js';
import { CONNECTIONS, POSTGRES_SETTINGS } from '../harness/postgres.js';
import { duration, markdownTable, right, type Table, times } from '../harness/results/tables.js';
import { compareAnswers } from '../harness/timing/compare.js';
import { PLACEMENT_KINDS } from './placement-kinds.js';

export interface PlacementOptions {
  readonly items: number;
  readonly seed: number;
  readonly only?: string;
  /** Shards of a distributed table. */
  readonly shards: number;
  /** Timed answers of each kind and contestant. */
  readonly samples: number;
}

/** A loaded database that answers requests. */
interface Contestant {
  readonly name: string;
  readonly loadSeconds: number;
  readonly answer: (url: string) => Promise<Buffer>;
}

interface KindResult {
  readonly name: string;
  /** Median of each contestant, in microseconds, in their order. */
  readonly mediansUs: readonly number[];
}

/** Fewer rows than any type of the generated export has. */
const DISTRIBUTE_ALL = 1;
const CLUSTER_SETTINGS = ['shared_buffers=1GB', 'wal_level=replica', 'max_connections=300'];
const LIMITS = { connections: CONNECTIONS, statementMs: 600_000, waitMs: 600_000 };

/** @returns a Markdown table of the medians. @throws DifferenceError if two answers differ; OperationError without Citus */
export async function measurePlacement(options: PlacementOptions, say: (line: string) => void): Promise<string> {
  if (!hasCitusFiles()) throw new OperationError("The server's package has no extension citus.");
  const { items, seed, shards } = options;
  const exportFolder = await prepareExport(items, seed);
  const folder = mkdtempSync(join(tmpdir(), 'stele-placement-'));
  const server = await startPostgres(undefined, POSTGRES_SETTINGS);
  const cluster = await startCluster({ workers: 2, shards, settings: [...POSTGRES_SETTINGS, ...CLUSTER_SETTINGS] });
  try {
    const trimmedFolder = writeTrimmedExport(exportFolder, folder);
    const addresses = { plain: parseAddress(server.url()), citus: parseAddress(cluster.url()) };
    return await withLeanSnapshot(
      trimmedFolder,
      folder,
      { files: diskFiles, strict: false },
      async ({ space, model }) => {
        const load = async (
          name: string,
          address: Address,
          schema: string,
          distribute: number,
        ): Promise<Contestant> => {
          say(`loading: ${name}`);
          const settings = { model, schema, connections: CONNECTIONS, keep: 2, distribute, shrunk: () => [] };
          const { seconds } = await loadSpace(space, address, settings);
          return { name, loadSeconds: seconds, answer: await createAnswering(address, schema) };
        };
        const contestants = [
          await load('PostgreSQL', addresses.plain, 'plain', Number.POSITIVE_INFINITY),
          await load('Citus, copied', addresses.citus, 'copied', items),
          await load('Citus, distributed', addresses.citus, 'distributed', DISTRIBUTE_ALL),
        ];
        const sample = drawSample(trimmedFolder, model, new Random(seed, 'bench/sample'));
        const results: KindResult[] = [];
        for (const kind of PLACEMENT_KINDS.filter(({ name }) => name.includes(options.only ?? ''))) {
          const random = new Random(seed, `bench/placement/${kind.name}`);
          const urls = Array.from({ length: options.samples }, () => kind.url(sample, random));
          results.push({ name: kind.name, mediansUs: await measureKind(urls, contestants) });
          say(`${kind.name}: ${results.at(-1)?.mediansUs.map(duration).join(', ')}`);
        }
        const loads = contestants.map(({ name, loadSeconds }) => `${name} ${loadSeconds.toFixed(1)} s`).join(', ');
        return `${markdownTable(tableOf(contestants, results))}\nLoaded: ${loads}.`;
      },
    );
  } finally {
    await cluster.remove();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a model without documents and without indexes for parts of texts, next to copies of the items. @returns the folder */
function writeTrimmedExport(exportFolder: string, folder: string): string {
  const trimmedFolder = join(folder, 'export');
  mkdirSync(trimmedFolder);
  const model: { contentTypes: { name: string; fields: { type: string }[] }[] } = JSON.parse(
    readFileSync(join(exportFolder, 'model.json'), 'utf8'),
  );
  const contentTypes = model.contentTypes.filter(({ name }) => name !== 'document');
  for (const { name, fields } of contentTypes) {
    for (const field of fields) {
      if (/^(text|select)/.test(field.type)) Object.assign(field, { contains: false, endsWith: false });
    }
    const file = join(exportFolder, `${name}.ndjson`);
    if (existsSync(file)) copyFileSync(file, join(trimmedFolder, `${name}.ndjson`));
  }
  writeFileSync(join(trimmedFolder, 'model.json'), JSON.stringify({ ...model, contentTypes }));
  return trimmedFolder;
}

/** @returns a function that answers a URL over open connections */
async function createAnswering(address: Address, schema: string): Promise<Contestant['answer']> {
  const load = await openPublishedLoad(
    address,
    schema,
    LIMITS.statementMs,
    async (loaded): Promise<LoadedSpace> => loaded,
  );
  const pool = new Pool(address, 'bench placement', LIMITS, () => Promise.resolve());
  const { signal } = new AbortController();
  const ask: Ask = ({ text, values }) => pool.ask(text, values, signal);
  return (url) => answerFrom({ ...load, ask, countCache: new CountCache() }, parseTarget(load.model, url), BASE);
}

/** Answers each URL once by each contestant, in turns, after one that is not timed. @returns the medians, in microseconds */
async function measureKind(urls: readonly string[], contestants: readonly Contestant[]): Promise<readonly number[]> {
  const timesUs: number[][] = contestants.map(() => []);
  for (const [number, url] of [urls[0] ?? '', ...urls].entries()) {
    const documents: Buffer[] = [];
    for (const [place, { answer }] of contestants.entries()) {
      const startedMs = performance.now();
      documents.push(await answer(url));
      if (number > 0) timesUs[place]?.push((performance.now() - startedMs) * 1000);
    }
    for (const [place, { name }] of contestants.entries()) {
      const first = { name: contestants[0]?.name ?? '', document: documents[0] ?? Buffer.alloc(0) };
      compareAnswers(url, first, { name, document: documents[place] ?? Buffer.alloc(0) });
    }
  }
  return timesUs.map(median);
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

const tableOf = (contestants: readonly Contestant[], results: readonly KindResult[]): Table => ({
  columns: [
    { title: 'request' },
    ...contestants.flatMap(({ name }, place) => [right(name), ...(place === 0 ? [] : [right('÷ PostgreSQL')])]),
  ],
  rows: results.map(({ name, mediansUs }) => {
    const [plainUs = 1] = mediansUs;
    return [name, ...mediansUs.flatMap((us, place) => [duration(us), ...(place === 0 ? [] : [times(us / plainUs)])])];
  }),
});
