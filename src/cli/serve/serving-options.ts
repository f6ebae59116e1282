/**
 * The options of `stele serve` that say how answers travel: caches, limits, waiting times, metrics.
 */
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../../content/model/index.js';
import {
  checkCacheControl,
  composeCacheControl,
  DEFAULT_CACHE_BYTES,
  DEFAULT_CACHE_CONTROL,
  DEFAULT_MAX_COST_MS,
  DEFAULT_OVERLOAD,
  DEFAULT_RESIDENT_CACHE_BYTES,
  DEFAULT_TIMEOUTS,
  HEADER_BYTES_MAXIMUM,
  RESIDENT,
  type ServerOptions,
  SURROGATE_HEADERS,
} from '../../server/index.js';
import { DECIMAL_NUMBER, numberParser, type OptionsOf, parsePort, parserOf, wholeNumberParser } from '../arguments.js';

export type ServingOptions = OptionsOf<ReturnType<typeof servingFlags>>;

const seconds = numberParser(DECIMAL_NUMBER, (value) => value > 0, 'Give seconds, such as 10 or 0.5, above 0.');

const resident = (text: string): (typeof RESIDENT)[number] => {
  const known = RESIDENT.find((one) => one === text);
  if (known !== undefined) return known;
  const instead =
    'Give indexes, and turn off in the model what nobody asks for: "stele advise" finds it in a traffic file.';
  throw new InvalidArgumentError(text === 'hot' ? `It is no more. ${instead}` : `Give ${RESIDENT.join(' or ')}.`);
};

const secondsOrNone = (text: string): number => (text === '0' ? 0 : seconds(text));

/** Long enough for connections in use to be told that they end. */
const drainDelaySeconds = 1;

const inSeconds = (ms: number): number => ms / 1000;

const age = <Flags extends string>(flags: Flags, description: string) =>
  new Option(flags, description).argParser(wholeNumberParser(0)).conflicts('cacheControl');

export function servingFlags() {
  const surrogate = new Option(
    '--surrogate-keys <header>',
    'send a header that lists what an answer depends on, for purging',
  );
  return new Command()
    .optionsGroup('Memory:')
    .addOption(
      new Option(
        '--resident <what>',
        'what of a snapshot is in memory: all; or its indexes, while rendered items stay in their files (default: as much as memory allows)',
      )
        .choices(RESIDENT)
        .argParser(resident),
    )
    .option(
      '--resident-cache-bytes <bytes>',
      `memory for what is read of files, not with --resident all (default: ${DEFAULT_RESIDENT_CACHE_BYTES}, or an eighth of what is allowed)`,
      wholeNumberParser(2 ** 20),
    )
    .option(
      '--cache-bytes <bytes>',
      'memory for cached answers; 0: no cache',
      wholeNumberParser(0),
      DEFAULT_CACHE_BYTES,
    )
    .optionsGroup('What caches are told:')
    .option(
      '--cache-control <value>',
      `value to send with every document (default: ${DEFAULT_CACHE_CONTROL}; with --keys private)`,
      parserOf(checkCacheControl),
    )
    .addOption(age('--max-age <seconds>', 'how long caches may answer without asking'))
    .addOption(age('--s-maxage <seconds>', 'the same for shared caches'))
    .addOption(age('--stale-while-revalidate <seconds>', 'how much longer they may answer while they ask'))
    .addOption(age('--stale-if-error <seconds>', 'how much longer they may answer if asking fails'))
    .addOption(surrogate.choices(SURROGATE_HEADERS))
    .optionsGroup('Limits, beyond which requests are refused:')
    .option('--max-connections <number>', 'open connections', wholeNumberParser(1), DEFAULT_OVERLOAD.connectionsMaximum)
    .option('--max-in-flight <number>', 'requests in flight', wholeNumberParser(1), DEFAULT_OVERLOAD.inFlightMaximum)
    .option(
      '--max-waiting-bytes <bytes>',
      'answers that wait for clients',
      wholeNumberParser(1),
      DEFAULT_OVERLOAD.heldBytesMaximum,
    )
    .option(
      '--max-turn <ms>',
      'how long the event loop may be busy',
      wholeNumberParser(1),
      DEFAULT_OVERLOAD.turnMsMaximum,
    )
    .option('--max-cost <ms>', 'limit on the estimated time of one answer', wholeNumberParser(1), DEFAULT_MAX_COST_MS)
    .option('--max-header-bytes <bytes>', 'request line and headers', wholeNumberParser(1024), HEADER_BYTES_MAXIMUM)
    .option('--max-target-bytes <bytes>', 'path and query', wholeNumberParser(256), LIMITS.targetBytes)
    .optionsGroup('How long is waited:')
    .option(
      '--headers-timeout <seconds>',
      'for the request line and headers',
      seconds,
      inSeconds(DEFAULT_TIMEOUTS.headersMs),
    )
    .option('--request-timeout <seconds>', 'for a whole request', seconds, inSeconds(DEFAULT_TIMEOUTS.requestMs))
    .option('--idle-timeout <seconds>', 'for the next request', seconds, inSeconds(DEFAULT_TIMEOUTS.keepAliveMs))
    .option(
      '--stall-timeout <seconds>',
      'for a client to continue reading',
      seconds,
      inSeconds(DEFAULT_TIMEOUTS.stallMs),
    )
    .option(
      '--drain-delay <seconds>',
      'how long to go on listening when told to stop, with /health 503',
      secondsOrNone,
      drainDelaySeconds,
    )
    .option(
      '--drain-timeout <seconds>',
      'for answers to finish after that',
      seconds,
      inSeconds(DEFAULT_TIMEOUTS.drainMs),
    )
    .optionsGroup('Pages and metrics:')
    .addOption(
      new Option('--explorer-images <what>', 'whether the explorer may show pictures of other hosts')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--no-explorer', 'leave out the explorer at /, /explore and /docs')
    .option('--no-docs', 'leave out /openapi.json, /docs and /profile')
    .option('--no-metrics', 'leave out /metrics')
    .addOption(
      new Option('--metrics-port <number>', 'serve /metrics on a separate port instead')
        .argParser(parsePort)
        .conflicts('metrics'),
    );
}

/** Ends in wrong usage where an option says more about what is read of files, and nothing is. */
export function checkResidentOptions(
  command: CommandUnknownOpts,
  { resident, residentCacheBytes }: Pick<ServingOptions, 'resident' | 'residentCacheBytes'>,
): void {
  if (resident === 'all' && residentCacheBytes !== undefined) {
    command.error(
      'error: --resident-cache-bytes limits what is read of files, but --resident all has everything in memory; leave one of them out',
    );
  }
}

const inMs = (value: number): number => Math.round(value * 1000);

/**
 * @param isGuarded whether content is read with keys
 * @returns what the options mean to the server
 */
export function servingOptions(options: ServingOptions, isGuarded: boolean): Partial<ServerOptions> {
  const { cacheControl, maxAge, sMaxage, staleWhileRevalidate, staleIfError } = options;
  const ages = {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(sMaxage === undefined ? {} : { sharedMaxAge: sMaxage }),
    ...(staleWhileRevalidate === undefined ? {} : { staleWhileRevalidate }),
    ...(staleIfError === undefined ? {} : { staleIfError }),
  };
  return {
    cacheBytes: options.cacheBytes,
    ...(options.resident === undefined ? {} : { resident: options.resident }),
    ...(options.residentCacheBytes === undefined ? {} : { residentCacheBytes: options.residentCacheBytes }),
    ...(cacheControl === undefined ? {} : { cacheControl }),
    ...(Object.keys(ages).length === 0 ? {} : { cacheControl: composeCacheControl(ages, isGuarded) }),
    ...(options.surrogateKeys === undefined ? {} : { surrogateHeader: options.surrogateKeys }),
    overload: {
      connectionsMaximum: options.maxConnections,
      inFlightMaximum: options.maxInFlight,
      heldBytesMaximum: options.maxWaitingBytes,
      turnMsMaximum: options.maxTurn,
    },
    maxCostMs: options.maxCost,
    headerBytesMaximum: options.maxHeaderBytes,
    targetBytesMaximum: options.maxTargetBytes,
    timeouts: {
      headersMs: inMs(options.headersTimeout),
      requestMs: inMs(options.requestTimeout),
      keepAliveMs: inMs(options.idleTimeout),
      stallMs: inMs(options.stallTimeout),
      drainDelayMs: inMs(options.drainDelay),
      drainMs: inMs(options.drainTimeout),
    },
    explorer: options.explorer,
    explorerImages: options.explorerImages === 'on',
    docs: options.docs,
    metrics: options.metrics,
    ...(options.metricsPort === undefined ? {} : { metricsPort: options.metricsPort }),
  };
}
