/**
 * The command line of `stele serve`.
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
import { fetchFlags, followedAddress } from '../replicate/arguments.js';
import { acceptFlags } from '../trust/options.js';
import { servingFlags } from './serving-options.js';

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

const own = () =>
  new Command('serve')
    .description('serve the current snapshot as JSON:API until SIGTERM or SIGINT')
    .argument('[snapshots]', 'folder of snapshots; with --dev an export')
    .optionsGroup('What is served:')
    .option(
      '--space <name=snapshots>',
      'serve another space under this name; may repeat',
      repeatedParser(parseNamedFolder),
    )
    .option(
      '--host-of <space=host>',
      'serve a space at this host alone, at /delivery/jsonapi; may repeat',
      repeatedParser(parseHostedSpace),
    )
    .option(
      '--poll <seconds>',
      'how often to read CURRENT, besides watching it, or the register of a database; 0: never',
      parseSeconds,
      5,
    )
    .option(
      '--wait',
      'start even if there is no snapshot yet, or no database answers, and answer 503 until there is one',
      false,
    )
    .option('--dev', 'build this export, and build it again each time it changes', false)
    .optionsGroup('Where, and by how many threads:')
    .option('--port <number>', 'TCP port; 0 for any free one', parsePort, 8080)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .option('--threads <number>', 'how many threads answer; auto: one per processor', parseThreadCount, 1)
    .optionsGroup('Clients and proxies:')
    .option(
      '--public-url <url>',
      'public address of the server behind a proxy, which links begin with',
      parserOf(checkPublicUrl),
    )
    .option(
      '--cors-origin <origin>',
      'origin whose scripts may read; may repeat (default: *, any)',
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
    .option('--proxies <number>', 'how many proxies a request passes through', wholeNumberParser(1), 1)
    .optionsGroup('Log:')
    .addOption(new Option('--log-level <level>', 'lowest level to log').choices(logLevels).default('warn'))
    .option('--access-log', 'log one line for every request', false)
    .optionsGroup('Who may read:')
    .option('--keys <file>', 'answer only requests with a key of this file, which "stele keys add" makes', parsePath)
    .option(
      '--preview <snapshots>',
      'serve this folder to keys with preview; <space>=<snapshots> for a space of --space; may repeat',
      repeatedParser(parseFolderOfSpace),
    )
    .optionsGroup('Whose snapshots are served:');

const withReplicas = () =>
  withOptions(own(), acceptFlags())
    .optionsGroup('A replica, which fetches its snapshots:')
    .option(
      '--follow <url>',
      'fill the folder from this origin; <space>=<url> for a space of --space; may repeat',
      repeatedParser(followedAddress),
    );

const withSources = () =>
  withOptions(withReplicas(), fetchFlags('with --follow, '))
    .optionsGroup('A database in place of snapshots:')
    // The URL is not read yet: commander repeats a text that it refuses, also a password in it.
    .option(
      '--from <url>',
      'answer from this database, postgres://…, which stele load has filled; with --dev the source to import from',
    );

/** A command that does nothing yet. @param database whose options are added */
export const serveOptions = (database: Database | undefined) =>
  withOptions(withAddOnOptions(withSources(), database?.serveFlags()), servingFlags()).addHelpText('after', examples);

/** Values of the options; those of a database are among them, known to the add-on alone. */
export type ServeOptions = OptionsOf<ReturnType<typeof serveOptions>> & Readonly<Record<string, unknown>>;
