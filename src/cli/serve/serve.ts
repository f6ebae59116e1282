/**
 * `stele serve`: serves one space or several, until a signal to stop.
 */
import type { CommandUnknownOpts } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { checkHosts, type SnapshotFolder, SpaceNameTaken, serve, serveEngine } from '../../server/index.js';
import type { CommandIo } from '../io.js';
import { type Database, requireDatabase } from '../ports/database.js';
import { signatureAgeOptions } from '../trust/options.js';
import { checkSourceOptions } from './check-source.js';
import type { BuiltExport } from './dev.js';
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
  return runUntilStopped(
    io,
    options,
    (common) => serve({ ...common, folders, threads, wait, ...trustOptions, ...dev }),
    built?.follow,
  );
}

/** A --follow, --preview or --pin for a folder that is not served, or a second --preview or --pin for one folder. */
class UnmatchedFolderOption extends OperationError {}

/** @throws UnmatchedFolderOption if an option names a folder that is not served; except for --follow also if it names one twice */
function checkFolderOption(
  option: '--follow' | '--preview' | '--pin',
  valueName: 'url' | 'snapshots' | 'id',
  folders: readonly SnapshotFolder[],
  optionValues: readonly { readonly space: string | undefined }[],
): void {
  for (const [index, { space }] of optionValues.entries()) {
    const folderWords = space === undefined ? 'the folder without a name' : `the space "${space}"`;
    if (!folders.some(({ name }) => name === space)) {
      const names = folders.flatMap(({ name }) => name ?? []);
      const advice =
        names.length === 0
          ? `give ${option} <${valueName}> alone, as the folder has no name here`
          : `give ${option} <space>=<${valueName}> with one of: ${names.join(', ')}`;
      throw new UnmatchedFolderOption(`${option} is for ${folderWords}, but --space names no such folder; ${advice}`);
    }
    // A repeated --follow is the next origin to try.
    if (option !== '--follow' && optionValues.findIndex((other) => other.space === space) < index) {
      throw new UnmatchedFolderOption(`${option} is given twice for ${folderWords}; give one`);
    }
  }
}

/** @returns the folders, each with its folder of previews */
function withPreviews(folders: readonly SnapshotFolder[], { preview = [] }: ServeOptions): readonly SnapshotFolder[] {
  checkFolderOption('--preview', 'snapshots', folders, preview);
  return folders.map((folder) => {
    const previewFolder = preview.find(({ space }) => space === folder.name);
    return previewFolder === undefined ? folder : { ...folder, preview: previewFolder.folder };
  });
}

/** @returns the folders, each with its origins and its pinned snapshot */
function withOrigins(
  folders: readonly SnapshotFolder[],
  { follow = [], pin = [], poll, keep, parallel, bandwidth = Number.POSITIVE_INFINITY, ...options }: ServeOptions,
): readonly SnapshotFolder[] {
  checkFolderOption('--follow', 'url', folders, follow);
  checkFolderOption('--pin', 'id', folders, pin);
  const trust = options.trust ?? [];
  return folders.map((folder) => {
    const addresses = follow.filter(({ space }) => space === folder.name).map(({ address }) => address);
    const [address, ...fallbackAddresses] = addresses;
    const pinned = pin.find(({ space }) => space === folder.name);
    const pinOptions = pinned === undefined ? {} : { pin: pinned.id };
    if (address === undefined) return { ...folder, ...pinOptions };
    const space = folder.name === undefined ? {} : { space: folder.name };
    const trustOptions = {
      trust,
      expected: { ...space, channel: 'published' },
      ...signatureAgeOptions(options),
    } as const;
    const fetchOptions = {
      address,
      fallbackAddresses,
      ...pinOptions,
      pollMs: poll * 1000,
      keep,
      parallel,
      bytesPerSecond: bandwidth,
    };
    return { ...folder, ...pinOptions, origin: { ...fetchOptions, ...trustOptions } };
  });
}

/** Ends with wrong usage if a host names a space that --space does not name, or a host is given twice. */
function checkHostOptions(command: CommandUnknownOpts, { hostOf = [], space = [] }: ServeOptions): void {
  try {
    checkHosts(hostOf, space);
  } catch (error) {
    if (error instanceof OperationError) command.error(`error: ${error.message}`);
    throw error;
  }
}

export const serveCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    createServeCommand(database).action(async (folder, options, command) => {
      const { from } = options;
      checkSourceOptions(command, folder, options.dev ? undefined : from, database);
      if (from !== undefined && !options.dev) {
        const { follow } = database ?? (await requireDatabase('--from'));
        const engine = follow(from, options, options.wait, Math.round(options.poll * 1000));
        await runUntilStopped(io, options, (common) => serveEngine({ ...common, follow: engine }));
        return;
      }
      const names = new Set((options.space ?? []).map(({ name }) => name));
      if (folder === undefined && names.size === 0) {
        command.error('error: give a folder of snapshots, --space <name>=<snapshots>, or --from <url>');
      }
      if (names.size < (options.space ?? []).length) {
        command.error('error: --space has the same name twice; give each space its own name');
      }
      const hasServerOptions = options.wait || options.preview !== undefined || options.threads > 1;
      if (options.dev && (folder === undefined || names.size > 0 || hasServerOptions)) {
        command.error(
          'error: --dev serves one export, and cannot be used with --space, --preview, --wait or --threads',
        );
      }
      checkHostOptions(command, options);
      checkResidentOptions(command, options);
      if (options.preview !== undefined && options.keys === undefined) {
        command.error('error: --preview needs --keys <file>: only keys with preview may read it');
      }
      const unnamed = folder === undefined ? [] : [{ folder }];
      try {
        if (options.dev) await runDev(io, folder ?? '', options);
        else {
          const folders = withPreviews([...unnamed, ...(options.space ?? [])], options);
          await run(io, withOrigins(folders, options), options);
        }
      } catch (error) {
        if (error instanceof SpaceNameTaken || error instanceof UnmatchedFolderOption)
          command.error(`error: ${error.message}`);
        throw error;
      }
    });
