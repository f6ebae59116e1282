/**
 * `stele serve`: one space or several, until a signal.
 */
import type { CommandUnknownOpts } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { checkHosts, type SnapshotFolder, SpaceNameTaken, serve, serveEngine } from '../../server/index.js';
import type { CommandIo } from '../io.js';
import { type Database, requireDatabase } from '../ports/database.js';
import { acceptedAge } from '../trust/options.js';
import { checkSource } from './check-source.js';
import type { BuiltExport } from './dev.js';
import { runUntilStopped } from './run.js';
import { type ServeOptions, serveOptions } from './serve-options.js';
import { checkResidentOptions } from './serving-options.js';

/** Serves an export from a temporary folder of snapshots, until the command is told to stop. */
async function runDev(io: CommandIo, exportFolder: string, options: ServeOptions): Promise<void> {
  // Neither building nor databases are loaded where nobody asks for them: a server shall start soon.
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
  const accepted = { trust: options.trust ?? [], ...acceptedAge(options) };
  return runUntilStopped(
    io,
    options,
    (common) => serve({ ...common, folders, threads, wait, ...accepted, ...dev }),
    built?.follow,
  );
}

/** A --follow or --preview that no folder is for. */
class NothingToFollow extends OperationError {}

/** @throws NothingToFollow where an option is for a folder that is not given, or twice for one */
function checkOptionOf(
  option: '--follow' | '--preview',
  what: 'url' | 'snapshots',
  folders: readonly SnapshotFolder[],
  given: readonly { readonly space: string | undefined }[],
): void {
  for (const [index, { space }] of given.entries()) {
    const told = space === undefined ? 'the folder without a name' : `the space "${space}"`;
    if (!folders.some(({ name }) => name === space)) {
      const named = folders.flatMap(({ name }) => name ?? []);
      const right =
        named.length === 0
          ? `give ${option} <${what}> alone, as the folder has no name here`
          : `give ${option} <space>=<${what}> with one of: ${named.join(', ')}`;
      throw new NothingToFollow(`${option} is for ${told}, but --space names no such folder; ${right}`);
    }
    if (given.findIndex((other) => other.space === space) < index) {
      throw new NothingToFollow(`${option} is given twice for ${told}; give one`);
    }
  }
}

/** @returns the folders, each with that of its preview */
function withPreviews(folders: readonly SnapshotFolder[], { preview = [] }: ServeOptions): readonly SnapshotFolder[] {
  checkOptionOf('--preview', 'snapshots', folders, preview);
  return folders.map((folder) => {
    const found = preview.find(({ space }) => space === folder.name);
    return found === undefined ? folder : { ...folder, preview: found.folder };
  });
}

/** @returns the folders, each with the origin that it is filled from */
function withOrigins(
  folders: readonly SnapshotFolder[],
  { follow = [], poll, keep, parallel, bandwidth = Number.POSITIVE_INFINITY, ...options }: ServeOptions,
): readonly SnapshotFolder[] {
  checkOptionOf('--follow', 'url', folders, follow);
  const trust = options.trust ?? [];
  return folders.map((folder) => {
    const origin = follow.find(({ space }) => space === folder.name);
    if (origin === undefined) return folder;
    const { address } = origin;
    const space = folder.name === undefined ? {} : { space: folder.name };
    const accepted = { trust, expected: { ...space, channel: 'published' }, ...acceptedAge(options) } as const;
    const fetching = { address, pollMs: poll * 1000, keep, parallel, bytesPerSecond: bandwidth };
    return { ...folder, origin: { ...fetching, ...accepted } };
  });
}

/** Ends in wrong usage where a host is for no space that --space names, or is given twice. */
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
    serveOptions(database).action(async (folder, options, command) => {
      const { from } = options;
      checkSource(command, folder, options.dev ? undefined : from, database);
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
      const withoutDev = options.wait || options.preview !== undefined || options.threads > 1;
      if (options.dev && (folder === undefined || names.size > 0 || withoutDev)) {
        command.error(
          'error: --dev serves one export, and cannot be used with --space, --preview, --wait or --threads',
        );
      }
      checkHostOptions(command, options);
      checkResidentOptions(command, options);
      if (options.preview !== undefined && options.keys === undefined) {
        command.error('error: --preview needs --keys, as only keys that carry preview may read it');
      }
      const unnamed = folder === undefined ? [] : [{ folder }];
      try {
        if (options.dev) await runDev(io, folder ?? '', options);
        else {
          const folders = withPreviews([...unnamed, ...(options.space ?? [])], options);
          await run(io, withOrigins(folders, options), options);
        }
      } catch (error) {
        if (error instanceof SpaceNameTaken || error instanceof NothingToFollow)
          command.error(`error: ${error.message}`);
        throw error;
      }
    });
