/**
 * The command line of `stele serve`: arguments, options and help.
 */
import { Command, Option } from 'commander';
import { checkCorsOrigin, checkIgnoredParameter, checkPublicUrl, PROXY_HEADERS } from '../../server/index.js';
import {
  type OptionsOf,
  parseFolderOfSpace,
  parseHostedSpace,
  parseNamedFolder,
  parsePath,
  parsePort,
  parserOf,
  parseSeconds,
  parseThreadCount,
  repeatedParser,
  wholeNumberParser,
  withAddOnOptions,
  withOptions,
} from '../arguments.js';
import type { Database } from '../ports/database.js';
import { fetchFlags, parseFollowedAddress, parsePinnedSnapshot } from '../replicate/arguments.js';
import { acceptFlags } from '../trust/options.js';
import { answerFlags } from './serving-options.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const examples = `
One space is served at /delivery/jsonapi, several spaces at /<space>/delivery/jsonapi. /health lists the loaded snapshots, and
a browser shows the content at /. The log goes to stderr, one JSON object per line.

When CURRENT changes, the new snapshot is verified and served without a restart; SIGHUP checks CURRENT at once. SIGTERM and
SIGINT stop the server after the requests in flight.

With --follow, snapshots are fetched from an origin, as stele pull does; until the first snapshot has arrived, requests are
answered with 503. With --from, answers come from a database that stele load has filled; a new load is served without a restart.

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

const baseCommand = () =>
  new Command('serve')
    .description('serve the current snapshot as JSON:API until SIGTERM or SIGINT')
    .argument('[snapshots]', 'folder of snapshots; with --dev, an export')
    .optionsGroup('Content:')
    .option(
      '--space <name=snapshots>',
      'serve another space under this name; may repeat',
      repeatedParser(parseNamedFolder),
    )
    .option(
      '--host-of <space=host>',
      'serve a space only at this host, at /delivery/jsonapi; may repeat',
      repeatedParser(parseHostedSpace),
    )
    .option(
      '--poll <seconds>',
      'interval for reading CURRENT, in addition to watching it, or the register of a database; 0: never',
      parseSeconds,
      5,
    )
    .option('--wait', 'start without a snapshot or a database, and answer 503 until there is one', false)
    .option('--dev', 'build this export, and build it again after each change', false)
    .optionsGroup('Address and threads:')
    .option('--port <number>', 'TCP port; 0 for any free one', parsePort, 8080)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .option('--threads <number>', 'number of threads that answer; auto: one per processor', parseThreadCount, 1)
    .optionsGroup('Clients and proxies:')
    .option(
      '--public-url <url>',
      'public address of the server behind a proxy; links begin with it',
      parserOf(checkPublicUrl),
    )
    .option(
      '--cors-origin <origin>',
      'origin whose scripts may read the answers; may repeat (default: *, any)',
      repeatedParser(parserOf(checkCorsOrigin)),
    )
    .option(
      '--ignore-parameter <name>',
      'query parameter to ignore, such as fbclid or utm_*; may repeat',
      repeatedParser(parserOf(checkIgnoredParameter)),
    )
    .addOption(
      new Option('--trust-proxy [header]', 'log the client address that a proxy sends in this header')
        .choices(PROXY_HEADERS)
        .preset('x-forwarded-for'),
    )
    .option('--proxies <number>', 'number of proxies that a request passes through', wholeNumberParser(1), 1)
    .optionsGroup('Log:')
    .addOption(new Option('--log-level <level>', 'lowest level to log').choices(logLevels).default('warn'))
    .option('--access-log', 'log one line for every request', false)
    .option('--spans', 'record a span for every request with the OpenTelemetry SDK that Node.js has loaded', false)
    .optionsGroup('Access:')
    .option('--keys <file>', 'answer only requests with a key from this file, which "stele keys add" writes', parsePath)
    .option(
      '--preview <snapshots>',
      'serve this folder to keys with preview; <space>=<snapshots> for a space of --space; may repeat',
      repeatedParser(parseFolderOfSpace),
    )
    .optionsGroup('Signatures of snapshots:');

const replicaCommand = () =>
  withOptions(baseCommand(), acceptFlags())
    .optionsGroup('Replicas, which fetch their snapshots:')
    .option(
      '--follow <url>',
      'fill the folder from this origin; repeated: from the first that answers; <space>=<url> for a space of --space',
      repeatedParser(parseFollowedAddress),
    )
    .option(
      '--pin <id>',
      'hold this snapshot, whatever CURRENT or the origin names; <space>=<id> for a space of --space; may repeat',
      repeatedParser(parsePinnedSnapshot),
    );

const sourceCommand = () =>
  withOptions(replicaCommand(), fetchFlags('with --follow, '))
    .optionsGroup('Databases instead of snapshots:')
    // The URL is parsed later: commander's error would repeat a refused text with its password.
    .option(
      '--from <url>',
      'answer from this database, postgres://…, filled by stele load; with --dev, the source to import from',
    );

/** @param database adds its options; undefined if the add-on is not installed. @returns the command without an action */
export const createServeCommand = (database: Database | undefined) =>
  withOptions(withAddOnOptions(sourceCommand(), database?.serveFlags()), answerFlags()).addHelpText('after', examples);

/** Values of the options. They include options of a database, whose types only the add-on knows. */
export type ServeOptions = OptionsOf<ReturnType<typeof createServeCommand>> & Readonly<Record<string, unknown>>;
