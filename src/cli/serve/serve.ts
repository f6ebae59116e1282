/**
 * `stele serve`: one space or several, until a signal.
 */
import { Command, Option } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import {
  checkCorsOrigin,
  checkHosts,
  checkIgnoredParameter,
  checkPublicUrl,
  PROXY_HEADERS,
  type SnapshotFolder,
  SpaceNameTaken,
  serve,
} from '../../server/index.js';
import {
  checked,
  folderOfSpace,
  hostedSpace,
  namedFolder,
  path,
  port,
  repeated,
  seconds,
  threadCount,
  whole,
} from '../arguments.js';
import type { CommandIo } from '../io.js';
import { addFetchOptions, followedAddress } from '../replicate/arguments.js';
import { acceptedAge, addAcceptOptions } from '../trust/options.js';
import { addDatabaseOptions, checkSource } from './database-options.js';
import type { BuiltExport } from './dev.js';
import { runUntilStopped, type ServeOptions } from './run.js';
import { addServingOptions, checkResidentOptions } from './serving-options.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const examples = `
One space is served at /delivery/jsonapi, several at /<space>/delivery/jsonapi; /health says what is loaded. A browser
shows the content at /. The log goes to stderr, one JSON object a line. A new CURRENT is noticed, verified and served
without a restart; SIGHUP looks at once. SIGTERM and SIGINT stop the server after the requests in flight. With --follow
the snapshots are fetched from an origin, as stele pull does; a folder that is empty yet is answered with 503. With
--from the answers come from a database that stele load has filled, and a new load is served as a new snapshot is.

Examples:
  $ stele serve ./snapshots
  $ stele serve ./snapshots --port 0 --host 0.0.0.0 --public-url https://cdn.example/content
  $ stele serve --space shop=./shop --space blog=./blog --access-log
  $ stele serve --space shop=./shop --space blog=./blog --host-of shop=shop.example
  $ stele serve ./snapshots --follow https://content.example/snapshots
  $ stele serve ./snapshots --threads auto
  $ stele serve --from postgres://website@db.example/content
  $ stele keys add ./access.json website && stele serve ./snapshots --keys ./access.json

  $ stele serve --dev ./export
  $ stele serve --dev ./space.json --from contentful`;

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
function checkHostOptions(command: Command, { hostOf = [], space = [] }: ServeOptions): void {
  try {
    checkHosts(hostOf, space);
  } catch (error) {
    if (error instanceof OperationError) command.error(`error: ${error.message}`);
    throw error;
  }
}

export function serveCommand(io: CommandIo): Command {
  const command = new Command('serve')
    .description('serve the current snapshot as JSON:API until SIGTERM or SIGINT')
    .argument('[snapshots]', 'folder of snapshots; with --dev an export')
    .optionsGroup('What is served:')
    .option('--space <name=snapshots>', 'serve another space under this name; may repeat', repeated(namedFolder))
    .option(
      '--host-of <space=host>',
      'serve a space at this host alone, at /delivery/jsonapi; may repeat',
      repeated(hostedSpace),
    )
    .option(
      '--poll <seconds>',
      'how often to read CURRENT, besides watching it, or the register of a database; 0: never',
      seconds,
      5,
    )
    .option(
      '--wait',
      'start even if there is no snapshot yet, or no database answers, and answer 503 until there is one',
      false,
    )
    .option('--dev', 'build this export, and build it again each time it changes', false)
    .optionsGroup('Where, and by how many threads:')
    .option('--port <number>', 'TCP port; 0 for any free one', port, 8080)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .option('--threads <number>', 'how many threads answer; auto: one per processor', threadCount, 1)
    .optionsGroup('Clients and proxies:')
    .option(
      '--public-url <url>',
      'public address of the server behind a proxy, which links begin with',
      checked(checkPublicUrl),
    )
    .option(
      '--cors-origin <origin>',
      'origin whose scripts may read; may repeat (default: *, any)',
      repeated(checked(checkCorsOrigin)),
    )
    .option(
      '--ignore-parameter <name>',
      'query parameter to ignore, such as fbclid or utm_*; may repeat',
      repeated(checked(checkIgnoredParameter)),
    )
    .addOption(
      new Option('--trust-proxy [header]', 'log the client address that a proxy sends in this header')
        .choices(PROXY_HEADERS)
        .preset('x-forwarded-for'),
    )
    .option('--proxies <number>', 'how many proxies a request passes through', whole(1), 1)
    .optionsGroup('Log:')
    .addOption(new Option('--log-level <level>', 'lowest level to log').choices(logLevels).default('warn'))
    .option('--access-log', 'log one line for every request', false)
    .optionsGroup('Who may read:')
    .option('--keys <file>', 'answer only requests with a key of this file, which "stele keys add" makes', path)
    .option(
      '--preview <snapshots>',
      'serve this folder to keys with preview; <space>=<snapshots> for a space of --space; may repeat',
      repeated(folderOfSpace),
    )
    .optionsGroup('Whose snapshots are served:');
  addAcceptOptions(command)
    .optionsGroup('A replica, which fetches its snapshots:')
    .option(
      '--follow <url>',
      'fill the folder from this origin; <space>=<url> for a space of --space; may repeat',
      repeated(followedAddress),
    );
  addDatabaseOptions(addFetchOptions(command, 'with --follow, ').optionsGroup('A database in place of snapshots:'));
  return addServingOptions(command)
    .addHelpText('after', examples)
    .action(async (folder: string | undefined, options: ServeOptions, command: Command) => {
      const { from } = options;
      checkSource(command, folder, options.dev ? undefined : from);
      if (from !== undefined && !options.dev) {
        const { runFromDatabase } = await import('./database.js');
        await runFromDatabase(io, from, options);
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
}
