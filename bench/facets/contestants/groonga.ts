/**
 * Groonga from Debian (`apt-get install groonga-bin`) as a contestant, in a process of its own.
 *
 * It answers commands on a pipe; the time in the pipe counts. Its cache of answers is off. Each value has an index, and
 * values of facets are references to tables, which it counts by their numbers.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type CountQuestion, type PageQuestion, type Question, RANGE_CENTS, SHOWN } from '../questions.js';
import { type Answer, type Contestant, eachRow, type Row } from './contestant.js';

const program = 'groonga';

/** @returns undefined if the program is not installed */
export function groongaVersion(): string | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? /Groonga ([0-9.]+)/i.exec(stdout)?.[1] : undefined;
}

/** The process, which answers each line with a line. */
class GroongaProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: ((line: string) => void)[] = [];

  constructor(path: string) {
    this.#child = spawn(program, ['-n', path], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#waiting.shift()?.(line));
  }

  /** @returns the answer's body. @throws Error with what Groonga says, if the command has failed */
  async ask(command: string): Promise<unknown> {
    const answered = new Promise<string>((resolve) => this.#waiting.push(resolve));
    this.#child.stdin.write(`${command}\n`);
    const [head, body]: readonly [readonly unknown[], unknown] = JSON.parse(await answered);
    if (head[0] !== 0) throw new Error(`Groonga refused ${command.slice(0, 200)}: ${String(head[3])}`);
    return body;
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }
}

/** Columns with one value: name, table of its values, and their type. */
const SCALARS = [
  ['bucket', 'Buckets', 'UInt32'],
  ['cents', 'Prices', 'UInt32'],
  ['kind', 'Kinds', 'ShortText'],
  ['place', 'Places', 'ShortText'],
  ['code', 'Codes', 'ShortText'],
  ['month', 'Months', 'ShortText'],
  ['whole', 'Wholes', 'ShortText'],
] as const;
const VECTORS = [
  ['makers', 'Makers'],
  ['lands', 'Lands'],
] as const;
/** Rows of one command. */
const loadedTogether = 10_000;

async function load(groonga: GroongaProcess, items: number, seed: number): Promise<void> {
  await groonga.ask('cache_limit 0');
  await groonga.ask('table_create Items TABLE_NO_KEY');
  await groonga.ask('column_create Items title COLUMN_SCALAR ShortText');
  await groonga.ask('table_create Words TABLE_PAT_KEY ShortText --default_tokenizer TokenDelimit');
  for (const [column, table, type] of SCALARS) {
    await groonga.ask(`table_create ${table} TABLE_PAT_KEY ${type}`);
    await groonga.ask(`column_create Items ${column} COLUMN_SCALAR ${type === 'UInt32' ? type : table}`);
  }
  for (const [column, table] of VECTORS) {
    await groonga.ask(`table_create ${table} TABLE_PAT_KEY ShortText`);
    await groonga.ask(`column_create Items ${column} COLUMN_VECTOR ${table}`);
  }
  const batches: Row[][] = [];
  eachRow(items, seed, (row, number) => {
    if (number % loadedTogether === 0) batches.push([]);
    batches.at(-1)?.push(row);
  });
  for (const batch of batches) {
    const rows = batch.map((row) => ({ ...row, [STATISTICS]: 'all' }));
    // Values have no quotation marks.
    await groonga.ask(`load --table Items --values '${JSON.stringify(rows)}'`);
  }
  for (const [column, table] of [...SCALARS, ...VECTORS]) {
    await groonga.ask(`column_create ${table} items COLUMN_INDEX Items ${column}`);
  }
  await groonga.ask('column_create Words titles COLUMN_INDEX|WITH_POSITION Items title');
}

/** @returns the options of a facet, under its own name */
function facet(column: string): string {
  const options = [`keys ${column}`, 'sort_keys -_nsubrecs,_key', `limit ${SHOWN}`, 'output_columns _key,_nsubrecs'];
  return options.map((option) => `--drilldowns[${column}].${option}`).join(' ');
}

/** A column with the same value for all items: statistics are those of its group. */
const STATISTICS = 'whole';
const statistics = [
  `--drilldowns[${STATISTICS}].keys ${STATISTICS}`,
  `--drilldowns[${STATISTICS}].calc_types COUNT,MIN,MAX,SUM --drilldowns[${STATISTICS}].calc_target cents`,
  `--drilldowns[${STATISTICS}].output_columns _nsubrecs,_min,_max,_sum`,
].join(' ');

/** The number of the range of a price: `cents < 1000 ? 0 : (cents < 2000 ? 1 : …)`. */
const rangeNumber = RANGE_CENTS.reduceRight(
  (further: string, cents, place) => `cents < ${cents} ? ${place} : (${further})`,
  String(RANGE_CENTS.length),
);
/** It as a column of the result. */
const spans = `--columns[span].stage filtered --columns[span].type UInt8 --columns[span].value '${rangeNumber}'`;

const selectCounts = (filter: string | undefined, ...options: readonly string[]): string =>
  `select Items ${filter === undefined ? '' : `--filter '${filter}'`} --limit 0 --output_columns _id ${options.join(' ')}`;

function countCommand({ counted, selection }: CountQuestion): string {
  const { start, end } = selection;
  // Two comparisons would read all items; this reads the index.
  const filter = selection.isAll ? undefined : `between(bucket, ${start}, "include", ${end}, "exclude")`;
  switch (counted) {
    case 'price':
      return selectCounts(filter, statistics);
    case 'ranges':
      return selectCounts(filter, spans, facet('span'));
    case 'makers.land':
      return selectCounts(filter, facet('lands'));
    case 'sold':
      return selectCounts(filter, facet('month'));
    default:
      return selectCounts(filter, facet(counted));
  }
}

/** @returns three commands, because a facet ignores its own condition */
function pageCommands({ word, kindIs, placeFrom }: PageQuestion): readonly string[] {
  const [has, kind, place] = [`title @ "${word}"`, `kind == "${kindIs}"`, `place >= "${placeFrom}"`];
  return [
    selectCounts(`${has} && ${place}`, facet('kind')),
    selectCounts(`${has} && ${kind}`, facet('place')),
    `select Items --filter '${has} && ${kind} && ${place}' --limit 20 --sort_keys _id --output_columns _id,title ${facet('code')} ${statistics}`,
  ];
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** @returns the rows of all facets of the answer to a select, in the form that is compared. @throws Error for another form */
function readFacets(body: unknown): Answer {
  const [, facets] = isList(body) ? body : [];
  if (typeof facets !== 'object' || facets === null) throw new Error('Groonga did not count anything');
  // [[number of values], [columns], row, row, …]
  return Object.entries(facets).flatMap(([name, one]: readonly [string, unknown]) => {
    const rows = isList(one) ? one.slice(2) : [];
    // No items are no group, and so have no statistics.
    if (name === STATISTICS && rows.length === 0) return ['0 0 0 0'];
    return rows.map((row) => (isList(row) ? row.join(' ') : ''));
  });
}

export async function openGroonga(version: string, items: number, seed: number): Promise<Contestant> {
  const folder = mkdtempSync(join(tmpdir(), 'stele-groonga-'));
  const groonga = new GroongaProcess(join(folder, 'database'));
  await load(groonga, items, seed);
  const commandsOf = (question: Question): readonly string[] =>
    question.kind === 'page' ? pageCommands(question) : [countCommand(question)];
  return {
    name: 'Groonga',
    version,
    waits: true,
    async close() {
      await groonga.end();
      rmSync(folder, { recursive: true });
    },
    prepare(question) {
      const commands = commandsOf(question);
      const run = async (): Promise<unknown[]> => {
        const bodies: unknown[] = [];
        for (const command of commands) bodies.push(await groonga.ask(command));
        return bodies;
      };
      return { run, answer: async () => (await run()).flatMap(readFacets) };
    },
  };
}
