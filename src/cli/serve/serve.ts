/**
 * `stele serve`: serves one space or several, until a signal to stop.
 *
 * Elsewhere: the options (serve-options), the options of single folders (folder-options), the running server (run).
 */
import type { CommandUnknownOpts } from 'commander';
import { didYouMean, list, OperationError } from '../../content/errors/index.js';
import {
  checkHosts,
  type ServedSwap,
  type SnapshotFolder,
  SpaceNameTaken,
  serve,
  serveEngine,
} from '../../server/index.js';
import { refuseIneffective } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { type Database, requireDatabase } from '../ports/database.js';
import { requireImporter } from '../ports/importer.js';
import { signatureAgeOptions } from '../trust/options.js';
import { checkSourceOptions } from './check-source.js';
import type { BuiltExport } from './dev.js';
import { UnmatchedFolderOption, withFolderOptions } from './folder-options.js';
import { runUntilStopped } from './run.js';
import { createServeCommand, type ServeOptions } from './serve-options.js';
import { checkResidentOptions } from './serving-options.js';

/** Serves an export from a temporary folder of snapshots, until a signal to stop. */
async function runDev(io: CommandIo, exportFolder: string, options: ServeOptions): Promise<void> {
  // The code of builds is loaded only for --dev: other servers start faster without it.
  const { buildAndFollow } = await import('./dev.js');
  const built = await buildAndFollow(exportFolder, options.from, io.stderr);
  try {
    await run(io, [{ folder: built.snapshots }], { ...options, wait: true }, built);
  } finally {
    await built.close();
  }
}

function run(
  io: CommandIo,
  folders: readonly SnapshotFolder[],
  options: ServeOptions,
  built?: BuiltExport,
): Promise<void> {
  const { threads, wait } = options;
  const dev = built === undefined ? {} : { dev: built.problem };
  const trustOptions = { trust: options.trust ?? [], ...signatureAgeOptions(options) };
  const onSwap = ({ name, isPreview, snapshot }: ServedSwap): void => {
    io.stdout.write(`${name}: snapshot ${snapshot} is ${isPreview ? 'the preview' : 'served'} from now on\n`);
  };
  return runUntilStopped(
    io,
    options,
    (common) => serve({ ...common, folders, threads, wait, onSwap, ...trustOptions, ...dev }),
    built?.follow,
  );
}

/** Ends with wrong usage if a host names a space that --space does not name, or a host is given twice. */
function checkHostOptions(command: CommandUnknownOpts, { hostOf = [], space = [] }: ServeOptions): void {
  try {
    checkHosts(hostOf, space);
  } catch (error) {
    if (error instanceof OperationError) command.error(`${error.message}`);
    throw error;
  }
}

export const serveCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    createServeCommand(database).action(async (folder, options, command) => {
      checkSourceOptions(command, folder, options.dev ? undefined : options.from, database);
      if (options.from !== undefined && !options.dev) {
        await serveDatabase(io, options.from, options, database);
        return;
      }
      checkUsage(command, folder, options);
      await checkImportSource(command, options.from);
      try {
        if (options.dev) await runDev(io, folder ?? '', options);
        else {
          const unnamed = folder === undefined ? [] : [{ folder }];
          await run(io, withFolderOptions([...unnamed, ...(options.space ?? [])], options), options);
        }
      } catch (error) {
        if (error instanceof SpaceNameTaken || error instanceof UnmatchedFolderOption)
          command.error(`${error.message}`);
        throw error;
      }
    });

/**
 * Ends with wrong usage if --dev --from names no source. The value may be the URL of a database with a password, so the message
 * does not repeat it. The importer is loaded only for --from: it needs 45 MB of memory.
 */
async function checkImportSource(command: CommandUnknownOpts, source: string | undefined): Promise<void> {
  if (source === undefined) return;
  const { sources } = await requireImporter();
  if (sources.includes(source)) return;
  command.error(`with --dev, --from names the source of the import: ${list(sources)}.${didYouMean(source, sources)}`);
}

async function serveDatabase(
  io: CommandIo,
  url: string,
  options: ServeOptions,
  database: Database | undefined,
): Promise<void> {
  const { follow } = database ?? (await requireDatabase('--from'));
  const engine = follow(url, options, options.wait, Math.round(options.poll * 1000));
  await runUntilStopped(io, options, (common) => serveEngine({ ...common, follow: engine }));
}

/** Ends with wrong usage if options are missing, repeated, or contradict each other. */
function checkUsage(command: CommandUnknownOpts, folder: string | undefined, options: ServeOptions): void {
  const spaces = options.space ?? [];
  const names = new Set(spaces.map(({ name }) => name));
  if (folder === undefined && names.size === 0) {
    command.error(
      'give a folder of snapshots, as in stele serve snapshots, or --space <name>=<snapshots>, or --from <url>',
    );
  }
  if (names.size < spaces.length) {
    command.error('--space has the same name twice; give each space its own name');
  }
  const hasServerOptions = options.wait || options.preview !== undefined || options.threads > 1;
  if (options.dev && (folder === undefined || names.size > 0 || hasServerOptions)) {
    command.error('--dev serves one export, and cannot be used with --space, --preview, --wait or --threads');
  }
  if (options.follow === undefined) refuseIneffective(command, ['keep', 'parallel', 'bandwidth'], '--follow <url>');
  if (options.trustProxy === undefined) refuseIneffective(command, ['proxies'], '--trust-proxy');
  checkHostOptions(command, options);
  checkResidentOptions(command, options);
  if (options.preview !== undefined && options.keys === undefined) {
    command.error('--preview needs --keys <file>: only keys with preview may read it');
  }
}
