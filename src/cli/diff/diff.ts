/**
 * `stele diff`: what changed from one snapshot to another, and what caches must drop.
 */
import { once } from 'node:events';
import { Command, type CommandUnknownOpts, Option } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { breakingChanges, LIMITS } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { DEFAULT_BASE } from '../../server/index.js';
import {
  type ChosenPair,
  type ComparableContent,
  type ComparedPair,
  changesBetween,
  choosePair,
  comparableSnapshot,
  compareModels,
  findPurge,
  openPair,
  type SnapshotPair,
  type SnapshotPlace,
} from '../../ship/diff/index.js';
import { type OptionsOf, parseDeliveryRoot, rangeParser, wholeNumberParser, withAddOnOptions } from '../arguments.js';
import { CommandFailed } from '../failure.js';
import type { CommandIo, Output } from '../io.js';
import { type Database, isDatabaseUrl, requireDatabase } from '../ports/database.js';
import { checkDatabaseOptions } from '../source/index.js';
import { formatCount } from '../table.js';
import { diffJson } from './diff-json.js';
import { PURGE_FORMS, type PurgeForm, purgeText } from './diff-purge.js';
import { diffText, modelText, type TypeText, typeText } from './diff-text.js';

/** Below an item's path its related items, and what they include. */
const reachMaximum = LIMITS.includeDepth + 1;

const examples = `
A snapshot is named by its id, or the first 8 digits or more, or is CURRENT or PREVIOUS. Anything else is a path: to
another folder of snapshots, of which CURRENT is meant, or to one snapshot in it (<snapshots>/<id>, also <snapshots>/
PREVIOUS). Two paths are the two sides. A folder here that is called like an id is written ./<folder>.

The URL of a database stands for what it has published; alone, for the load before and that one.

An item is changed where one of its own fields is, links included. The exit code is 0 whether anything differs or not; with
--model it is 1 where a change of the model breaks clients: something is gone or off, or has another form.

With --purge, given last, what caches must drop goes to stdout instead. Of keys, those that \`stele serve
--surrogate-keys\` sends and whose answers may differ: one a line, none needs quoting. Of URLs, the paths whose answers
may differ with whatever query: of a list that path alone, of an item also what is below it. An item's URL is among them
where it leads to a changed item in --reach steps, as \`include\` would show that.

Examples:
  $ stele diff ./snapshots
  $ stele diff ./snapshots 0123abcd CURRENT --limit 100
  $ stele diff /mnt/replica/snapshots ./snapshots
  $ stele diff ./snapshots/0123abcd /mnt/replica/snapshots/PREVIOUS
  $ stele diff postgres://stele@db.example/content
  $ stele diff ./snapshots postgres://stele@db.example/content
  $ stele diff ./snapshots --json | jq '.types[] | {name, added, changed, removed}'
  $ stele diff ./snapshots --purge | xargs -n 100 echo
  $ stele diff ./snapshots --base https://cdn.example/content${DEFAULT_BASE} --reach 1 --purge urls`;

type DiffOptions = OptionsOf<ReturnType<typeof command>>;

const pieceLength = 65_536;

/** Writes the pieces, gathered into larger ones, no faster than they are taken. */
async function writeAll(output: Output, pieces: AsyncIterable<string>): Promise<void> {
  let gathered = '';
  const write = async (): Promise<void> => {
    if (!output.write(gathered)) await once(output, 'drain');
    gathered = '';
  };
  for await (const piece of pieces) {
    gathered += piece;
    if (gathered.length >= pieceLength) await write();
  }
  await write();
}

async function writeChanges(
  io: CommandIo,
  chosen: ChosenPair,
  pair: ComparedPair,
  options: DiffOptions,
  onStep: (step: string) => void,
): Promise<void> {
  const model = compareModels(pair.before.model, pair.after.model);
  const types = changesBetween(pair, onStep);
  if (options.json) {
    await writeAll(io.stdout, diffJson(chosen, model, types));
    return;
  }
  const texts: TypeText[] = [];
  for await (const changes of types) texts.push(typeText(changes, options.limit));
  io.stdout.write(diffText(chosen, model, texts));
}

/** @throws CommandFailed where clients break */
function writeModel(io: CommandIo, chosen: ChosenPair, { before, after }: ComparedPair): void {
  const [was, is] = [before.model, after.model];
  const breaking = breakingChanges(was, is);
  io.stdout.write(modelText(chosen, compareModels(was, is), breaking));
  if (breaking.length > 0) throw new CommandFailed('the model breaks clients');
}

async function writePurge(
  io: CommandIo,
  chosen: ChosenPair,
  pair: SnapshotPair,
  { purgeAllAbove: most = Number.POSITIVE_INFINITY, base, reach }: DiffOptions,
  form: PurgeForm,
  onStep: (step: string) => void,
): Promise<void> {
  const purge = await findPurge(pair, onStep);
  if (purge.isAll) io.stderr.write('the content models differ, so every answer may have changed\n');
  const tell = (found: number, what: string): boolean => io.stderr.write(`to purge: ${formatCount(found)} ${what}\n`);
  await writeAll(io.stdout, purgeText(form, chosen, purge, { base, reach, most }, tell));
}

const command = () =>
  new Command('diff')
    .description('show what changed between two snapshots, or what caches must drop')
    .argument('<snapshots>', 'folder of snapshots, or postgres://…; if only a path or URL follows, also one snapshot')
    .argument(
      '[before]',
      'the earlier snapshot; absent: PREVIOUS, the one served before; if only a path: the later one',
    )
    .argument('[after]', 'the later one; absent: CURRENT, the one being served')
    .option(
      '--limit <number>',
      'how many ids of each kind to show for a type; --json has all',
      wholeNumberParser(0),
      20,
    )
    .option('--json', 'print all of it as JSON', false)
    .addOption(
      new Option('--model', 'compare the models only; the exit code is 1 if a change breaks clients')
        .default(false)
        .conflicts(['json', 'purge']),
    )
    .addOption(
      new Option('--purge [form]', 'print what caches must drop instead: keys, urls, or json, which has both')
        .choices(PURGE_FORMS)
        .preset('keys')
        .conflicts('json'),
    )
    .option(
      '--purge-all-above <number>',
      'print one key or URL for everything if there would be more than this',
      wholeNumberParser(1),
    )
    .option(
      '--base <url>',
      'beginning of the URLs: the delivery root as caches see it',
      parseDeliveryRoot,
      DEFAULT_BASE,
    )
    .option(
      '--reach <steps>',
      'how many relationships an answer may follow',
      rangeParser(0, reachMaximum),
      reachMaximum,
    )
    .addHelpText('after', examples);

/** Where it is, and what is compared. */
interface Side {
  readonly place: SnapshotPlace;
  readonly compared: ComparableContent;
}

/** Opens CURRENT of a folder, a snapshot in one, or what a database has published. */
async function withSide<Result>(
  from: string,
  options: DiffOptions,
  database: Database,
  use: (side: Side) => Promise<Result>,
): Promise<Result> {
  if (isDatabaseUrl(from)) {
    return database.withCompared(from, options, false, ([load]) =>
      use({ place: { folder: from, id: load!.id }, compared: load! }),
    );
  }
  const { after: place } = await choosePair(diskFiles, from, from);
  const { after } = await openPair(diskFiles, place, place);
  return use({ place, compared: comparableSnapshot(after) });
}

/** With a database on one side or both; of one alone, the load before and the published one. */
async function diffLoads(
  [one = '', other, more]: readonly (string | undefined)[],
  options: DiffOptions,
  database: Database,
  write: (chosen: ChosenPair, pair: ComparedPair) => Promise<void>,
): Promise<void> {
  if (more !== undefined) throw new OperationError('with a database, give its URL alone, or two sides.');
  if (options.purge !== undefined) {
    throw new OperationError('--purge compares snapshots: build one of each export, and compare these.');
  }
  const between = (before: Side, after: Side): Promise<void> =>
    write(
      { before: before.place, after: after.place, isGuessed: false },
      { before: before.compared, after: after.compared },
    );
  if (other !== undefined) {
    return withSide(one, options, database, (before) =>
      withSide(other, options, database, (after) => between(before, after)),
    );
  }
  return database.withCompared(one, options, true, (loads) => {
    const [before, after] = loads.map((compared): Side => ({ place: { folder: one, id: compared.id }, compared }));
    return between(before!, after!);
  });
}

export const diffCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    withAddOnOptions(command(), database?.flags()).action(
      async (folder: string, before: string | undefined, after: string | undefined, options) => {
        const onStep = (step: string): boolean => io.stderr.write(`comparing: ${step}\n`);
        const write = async (chosen: ChosenPair, pair: ComparedPair): Promise<void> =>
          options.model ? writeModel(io, chosen, pair) : writeChanges(io, chosen, pair, options, onStep);
        const given = [folder, before, after];
        const isDatabase = given.some((one) => one !== undefined && isDatabaseUrl(one));
        checkDatabaseOptions(database, options, isDatabase);
        if (isDatabase) return diffLoads(given, options, database ?? (await requireDatabase('postgres://…')), write);
        const chosen = await choosePair(diskFiles, folder, before, after);
        if (chosen.isGuessed) {
          io.stderr.write(
            'this folder has no record of what was served before; comparing with the snapshot built before the current one\n',
          );
        }
        const pair = await openPair(diskFiles, chosen.before, chosen.after);
        if (options.purge !== undefined) return writePurge(io, chosen, pair, options, options.purge, onStep);
        return write(chosen, { before: comparableSnapshot(pair.before), after: comparableSnapshot(pair.after) });
      },
    );
