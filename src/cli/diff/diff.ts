/**
 * `stele diff`: the changes from one snapshot to another, and the cached answers that they affect.
 */
import { once } from 'node:events';
import { Command, type CommandUnknownOpts, Option } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { breakingChanges, type ClientView, LIMITS } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { findFullFields, readTypeCounts } from '../../index/snapshot/index.js';
import { DEFAULT_BASE } from '../../server/index.js';
import {
  type ChosenPair,
  type ComparableContent,
  type ComparedPair,
  choosePair,
  comparableSnapshot,
  compareContents,
  compareModels,
  findChangedTexts,
  findPurge,
  openPair,
  type Snapshot,
  type SnapshotPair,
  type SnapshotPlace,
} from '../../ship/diff/index.js';
import { type OptionsOf, parseDeliveryRoot, rangeParser, wholeNumberParser, withAddOnOptions } from '../arguments.js';
import { CommandFailed } from '../failure.js';
import { type CommandIo, type Output, stepWriter } from '../io.js';
import { type Database, isDatabaseUrl, requireDatabase } from '../ports/database.js';
import { checkDatabaseOptions } from '../source/index.js';
import { formatCount } from '../table.js';
import { diffJson } from './diff-json.js';
import { PURGE_FORMATS, type PurgeFormat, purgeText } from './diff-purge.js';
import { diffText, modelText, type TypeText, typeText } from './diff-text.js';

/** An answer below an item's path has its related items (one step) and their included items. */
const reachMaximum = LIMITS.includeDepth + 1;

const examples = `
A snapshot is named by its id (at least the first 8 digits), CURRENT or PREVIOUS. Any other text is a path: another folder of
snapshots, which means its CURRENT, or one snapshot in a folder (<snapshots>/<id>, or <snapshots>/PREVIOUS). Two paths are
the two sides. If a folder here has a name like an id, write ./<folder>.

The URL of a database means its published load. A URL alone compares the load before with the published load.

An item counts as changed if one of its own fields has changed, including links. The exit code is 0 whether anything differs
or not; with --model it is 1 if a change of the model breaks clients: something was removed, turned off or has another form.

With --purge, given last, stdout has the list to purge from caches instead. Keys are the surrogate keys, sent by \`stele serve
--surrogate-keys\`, of answers that may differ: one per line, none needs quoting. URLs are the paths whose answers may differ
with any query: for a list the path itself, for an item also the paths below it. The URL of an item is in the list if the item
leads to a changed item in --reach steps, because \`include\` would show that item.

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

/** Writes the pieces in larger chunks, and waits whenever the output's buffer is full. */
async function writeAll(output: Output, pieces: AsyncIterable<string>): Promise<void> {
  let buffered = '';
  const write = async (): Promise<void> => {
    if (!output.write(buffered)) await once(output, 'drain');
    buffered = '';
  };
  for await (const piece of pieces) {
    buffered += piece;
    if (buffered.length >= pieceLength) await write();
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
  const types = compareContents(pair, onStep);
  if (options.json) {
    await writeAll(io.stdout, diffJson(chosen, model, types));
    return;
  }
  const texts: TypeText[] = [];
  for await (const changes of types) texts.push(typeText(changes, options.limit));
  io.stdout.write(diffText(chosen, model, texts));
}

/** @throws CommandFailed if a change breaks clients */
function writeModel(io: CommandIo, chosen: ChosenPair, before: ClientView, after: ClientView): void {
  const breaking = breakingChanges(before, after);
  const changes = compareModels(before.model, after.model);
  io.stdout.write(modelText(chosen, changes, breaking, findChangedTexts(before.model, after.model)));
  if (breaking.length > 0) throw new CommandFailed('the change breaks clients');
}

/** @returns the model and the full fields of a snapshot. Cost: reading a header per type. */
async function readClientView({ files, folder, id, manifest }: Snapshot): Promise<ClientView> {
  const counts = await readTypeCounts(files, folder, id, manifest);
  return { model: manifest.model, fullFields: findFullFields(manifest.model, counts) };
}

async function writePurge(
  io: CommandIo,
  chosen: ChosenPair,
  pair: SnapshotPair,
  { purgeAllAbove: maximum = Number.POSITIVE_INFINITY, base, reach }: DiffOptions,
  format: PurgeFormat,
  onStep: (step: string) => void,
): Promise<void> {
  const purge = await findPurge(pair, onStep);
  if (purge.isAll) io.stderr.write('the content models differ, so every answer may have changed\n');
  const onCount = (purgeCount: number, what: string): boolean =>
    io.stderr.write(`to purge: ${formatCount(purgeCount)} ${what}\n`);
  await writeAll(io.stdout, purgeText(format, chosen, purge, { base, reach, maximum }, onCount));
}

const command = () =>
  new Command('diff')
    .description('show the changes between two snapshots, or the list to purge from caches')
    .argument('<snapshots>', 'folder of snapshots, or postgres://…; the earlier side if a path or URL follows')
    .argument(
      '[before]',
      'the earlier snapshot (default: PREVIOUS, the one served before); a path alone is the later side',
    )
    .argument('[after]', 'the later snapshot (default: CURRENT, the served one)')
    .option(
      '--limit <number>',
      'number of ids of each kind to show for a type; --json has all',
      wholeNumberParser(0),
      20,
    )
    .option('--json', 'print all changes as JSON', false)
    .addOption(
      new Option('--model', 'compare the models only; the exit code is 1 if a change breaks clients')
        .default(false)
        .conflicts(['json', 'purge']),
    )
    .addOption(
      new Option(
        '--values',
        'as --model; the exit code is 1, too, if a field that every item had is empty in some items',
      )
        .default(false)
        .implies({ model: true })
        .conflicts(['json', 'purge']),
    )
    .addOption(
      new Option('--purge [form]', 'print the list to purge from caches instead: keys, urls, or json with both')
        .choices(PURGE_FORMATS)
        .preset('keys')
        .conflicts('json'),
    )
    .option(
      '--purge-all-above <number>',
      'if there would be more keys or URLs than this, print one that stands for everything',
      wholeNumberParser(1),
    )
    .option('--base <url>', 'beginning of the URLs: the public delivery root', parseDeliveryRoot, DEFAULT_BASE)
    .option(
      '--reach <steps>',
      'number of relationships that an answer may follow',
      rangeParser(0, reachMaximum),
      reachMaximum,
    )
    .addHelpText('after', examples);

/** One side of a comparison: where it is, and its content. */
interface Side {
  readonly place: SnapshotPlace;
  readonly content: ComparableContent;
}

/** Opens the CURRENT snapshot of a folder, one snapshot of a folder, or the published load of a database. */
async function withSide<Result>(
  source: string,
  options: DiffOptions,
  database: Database,
  use: (side: Side) => Promise<Result>,
): Promise<Result> {
  if (isDatabaseUrl(source)) {
    return database.withCompared(source, options, false, ([contents]) =>
      use({ place: { folder: source, id: contents!.id }, content: contents! }),
    );
  }
  const { after: place } = await choosePair(diskFiles, source, source);
  const { after } = await openPair(diskFiles, place, place);
  return use({ place, content: comparableSnapshot(after) });
}

/** Compares if a side is a database. The URL of one database alone compares the load before with the published load. */
async function diffLoads(
  [url = '', other, extra]: readonly (string | undefined)[],
  options: DiffOptions,
  database: Database,
  write: (chosen: ChosenPair, pair: ComparedPair) => Promise<void>,
): Promise<void> {
  if (extra !== undefined)
    throw new OperationError('three arguments were given: with a database, give its URL alone, or two sides.');
  if (options.values) {
    throw new OperationError('--values compares snapshots, not databases: compare the snapshots, or leave it out.');
  }
  if (options.purge !== undefined) {
    throw new OperationError(
      '--purge compares snapshots, not databases: build a snapshot of each export, and compare the snapshots.',
    );
  }
  const writeSides = (before: Side, after: Side): Promise<void> =>
    write(
      { before: before.place, after: after.place, isGuessed: false },
      { before: before.content, after: after.content },
    );
  if (other !== undefined) {
    return withSide(url, options, database, (before) =>
      withSide(other, options, database, (after) => writeSides(before, after)),
    );
  }
  return database.withCompared(url, options, true, (loads) => {
    const [before, after] = loads.map((content): Side => ({ place: { folder: url, id: content.id }, content }));
    return writeSides(before!, after!);
  });
}

export const diffCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    withAddOnOptions(command(), database?.flags()).action(
      async (folder: string, before: string | undefined, after: string | undefined, options) => {
        const onStep = stepWriter(io.stderr, 'comparing');
        const write = async (chosen: ChosenPair, pair: ComparedPair): Promise<void> =>
          options.model
            ? writeModel(io, chosen, pair.before, pair.after)
            : writeChanges(io, chosen, pair, options, onStep);
        const places = [folder, before, after];
        const isDatabase = places.some((place) => place !== undefined && isDatabaseUrl(place));
        checkDatabaseOptions(database, options, isDatabase);
        if (isDatabase) return diffLoads(places, options, database ?? (await requireDatabase('postgres://…')), write);
        const chosen = await choosePair(diskFiles, folder, before, after);
        if (chosen.isGuessed) {
          io.stderr.write(
            'this folder has no record of what was served before; comparing with the snapshot built before the current one\n',
          );
        }
        const pair = await openPair(diskFiles, chosen.before, chosen.after);
        if (options.purge !== undefined) return writePurge(io, chosen, pair, options, options.purge, onStep);
        if (options.model && options.values) {
          return writeModel(io, chosen, await readClientView(pair.before), await readClientView(pair.after));
        }
        return write(chosen, { before: comparableSnapshot(pair.before), after: comparableSnapshot(pair.after) });
      },
    );
