/**
 * `stele serve`: one space or several, until a signal.
 */
import { Command, Option } from 'commander';
import { pino } from 'pino';
import { OperationError } from '../errors/index.js';
import { diskFiles } from '../files/index.js';
import { ANY_ORIGIN, checkCorsOrigin, checkPublicUrl, type ServedSpace, startServer } from '../server/index.js';
import { openCurrent } from '../snapshot/index.js';
import { checked, type NamedFolder, namedFolder, port, repeated } from './arguments.js';
import type { CommandIo } from './io.js';
import { addServingOptions, type ServingOptions, servingOptions } from './serving-options.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const examples = `
One space is served at /delivery/jsonapi, several at /<space>/delivery/jsonapi; /health says what is loaded. The log
goes to stderr, one JSON object a line. SIGTERM and SIGINT stop the server after the requests in flight.

Examples:
  $ stele serve ./snapshots
  $ stele serve ./snapshots --port 0 --host 0.0.0.0 --public-url https://cdn.example/content
  $ stele serve --space shop=./shop --space blog=./blog --access-log`;

interface ServeOptions extends ServingOptions {
  readonly port: number;
  readonly host: string;
  readonly publicUrl?: string;
  readonly space?: readonly NamedFolder[];
  readonly corsOrigin?: readonly string[];
  readonly logLevel: string;
  readonly accessLog: boolean;
}

/** Opens what was named: a folder without a name goes by the name in its model. */
async function openSpaces(folder: string | undefined, named: readonly NamedFolder[]): Promise<ServedSpace[]> {
  const spaces: ServedSpace[] = [];
  if (folder !== undefined) {
    const space = await openCurrent(diskFiles, folder);
    spaces.push({ name: space.model.space, space });
  }
  for (const { name, folder: namedOne } of named) spaces.push({ name, space: await openCurrent(diskFiles, namedOne) });
  return spaces;
}

async function serve(io: CommandIo, spaces: readonly ServedSpace[], options: ServeOptions): Promise<void> {
  const server = await startServer({
    spaces,
    host: options.host,
    port: options.port,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    corsOrigins: options.corsOrigin ?? [ANY_ORIGIN],
    ...servingOptions(options),
    accessLog: options.accessLog,
    logger: pino({ level: options.logLevel }, io.stderr),
  });
  const stopped = io.untilStopped();
  io.stdout.write(`Listening on ${server.origin}\n`);
  for (const [index, root] of server.roots.entries()) {
    const served = spaces[index];
    io.stdout.write(`${served?.name}: ${root} (snapshot ${served?.space?.id})\n`);
  }
  if (server.metricsOrigin !== undefined) io.stdout.write(`metrics: ${server.metricsOrigin}/metrics\n`);
  await stopped;
  const cut = await server.close();
  if (cut > 0) throw new OperationError(`${cut} responses were not taken in time; their connections were cut.`);
}

export function serveCommand(io: CommandIo): Command {
  const command = new Command('serve')
    .description('serve the current snapshot as JSON:API until SIGTERM or SIGINT')
    .argument('[snapshots]', 'folder the snapshots are kept in')
    .option('--port <number>', 'TCP port; 0 for any free one', port, 8080)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .option('--public-url <url>', 'what clients see before the paths, behind a proxy', checked(checkPublicUrl))
    .option('--space <name=snapshots>', 'a further space under a name; may repeat', repeated(namedFolder))
    .option(
      '--cors-origin <origin>',
      'origin whose scripts may read; may repeat (default: *, any)',
      repeated(checked(checkCorsOrigin)),
    )
    .addOption(new Option('--log-level <level>', 'least level logged').choices(logLevels).default('warn'))
    .option('--access-log', 'log a line for every request', false);
  return addServingOptions(command)
    .addHelpText('after', examples)
    .action(async (folder: string | undefined, options: ServeOptions, command: Command) => {
      const names = new Set((options.space ?? []).map(({ name }) => name));
      if (folder === undefined && names.size === 0) {
        command.error('error: give a folder of snapshots, or --space <name>=<snapshots>');
      }
      if (names.size < (options.space ?? []).length) {
        command.error('error: --space names the same space twice; give each a name of its own');
      }
      const spaces = await openSpaces(folder, options.space ?? []);
      const [first, ...others] = folder === undefined ? [] : spaces;
      if (others.some(({ name }) => name === first?.name)) {
        command.error(
          `error: two spaces are called "${first?.name}"; give ${folder} with --space <name>=${folder} a name of its own`,
        );
      }
      await serve(io, spaces, options);
    });
}
