/**
 * The options of `stele serve` for memory, caches, limits, timeouts, pages and metrics.
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
import {
  DECIMAL_NUMBER,
  numberParser,
  type OptionsOf,
  parseMemory,
  parsePort,
  parserOf,
  wholeNumberParser,
} from '../arguments.js';

export type AnswerOptions = OptionsOf<ReturnType<typeof answerFlags>>;

const parsePositiveSeconds = numberParser(
  DECIMAL_NUMBER,
  (value) => value > 0,
  'Give seconds, such as 10 or 0.5, above 0.',
);

const parseResident = (text: string): (typeof RESIDENT)[number] => {
  const resident = RESIDENT.find((value) => value === text);
  if (resident !== undefined) return resident;
  const instead =
    'Use indexes instead, and turn off unused indexes in the model: "stele advise" finds them in recorded traffic.';
  throw new InvalidArgumentError(
    text === 'hot' ? `This value was removed. ${instead}` : `Give ${RESIDENT.join(' or ')}.`,
  );
};

const parseSecondsOrZero = (text: string): number => (text === '0' ? 0 : parsePositiveSeconds(text));

/** Enough time to announce the end of connections that are in use. */
const drainDelaySeconds = 1;

const inSeconds = (ms: number): number => ms / 1000;

const ageOption = <Flags extends string>(flags: Flags, description: string) =>
  new Option(flags, description).argParser(wholeNumberParser(0)).conflicts('cacheControl');

export function answerFlags() {
  const surrogate = new Option(
    '--surrogate-keys <header>',
    'send a header with the keys that an answer depends on, for purging caches',
  );
  return new Command()
    .optionsGroup('Memory:')
    .option(
      '--memory <size>',
      'memory that the server may use, divided among all of the following (default: what the machine or its control groups allow)',
      parseMemory,
    )
    .addOption(
      new Option(
        '--resident <what>',
        'part of a snapshot in memory: all, or its indexes, with rendered items in files (default: as much as memory allows)',
      )
        .choices(RESIDENT)
        .argParser(parseResident),
    )
    .option(
      '--resident-cache-bytes <bytes>',
      `memory for blocks read from files, not with --resident all (default: at most ${DEFAULT_RESIDENT_CACHE_BYTES}, as --memory allows)`,
      wholeNumberParser(2 ** 20),
    )
    .option(
      '--cache-bytes <bytes>',
      `memory for cached answers; 0: no cache (default: at most ${DEFAULT_CACHE_BYTES}, as --memory allows)`,
      wholeNumberParser(0),
    )
    .optionsGroup('Headers for caches:')
    .option(
      '--cache-control <value>',
      `header cache-control of every document (default: ${DEFAULT_CACHE_CONTROL}; with --keys: private)`,
      parserOf(checkCacheControl),
    )
    .addOption(ageOption('--max-age <seconds>', 'how long caches may answer without asking the server'))
    .addOption(ageOption('--s-maxage <seconds>', 'how long shared caches may answer without asking the server'))
    .addOption(
      ageOption('--stale-while-revalidate <seconds>', 'how much longer caches may answer while they ask the server'),
    )
    .addOption(ageOption('--stale-if-error <seconds>', 'how much longer caches may answer if the server fails'))
    .addOption(surrogate.choices(SURROGATE_HEADERS))
    .optionsGroup('Limits; requests above a limit are refused:')
    .option(
      '--max-connections <number>',
      'maximum number of open connections',
      wholeNumberParser(1),
      DEFAULT_OVERLOAD.connectionsMaximum,
    )
    .option(
      '--max-in-flight <number>',
      'maximum number of requests in flight',
      wholeNumberParser(1),
      DEFAULT_OVERLOAD.inFlightMaximum,
    )
    .option(
      '--max-waiting-bytes <bytes>',
      `maximum size of answers that clients have not read yet (default: at most ${DEFAULT_OVERLOAD.heldBytesMaximum}, as --memory allows)`,
      wholeNumberParser(1),
    )
    .option(
      '--max-turn <ms>',
      'maximum time that one turn of the event loop may take',
      wholeNumberParser(1),
      DEFAULT_OVERLOAD.turnMsMaximum,
    )
    .option('--max-cost <ms>', 'maximum estimated time of one answer', wholeNumberParser(1), DEFAULT_MAX_COST_MS)
    .option('--max-header-bytes <bytes>', 'request line and headers', wholeNumberParser(1024), HEADER_BYTES_MAXIMUM)
    .option('--max-target-bytes <bytes>', 'path and query', wholeNumberParser(256), LIMITS.targetBytes)
    .optionsGroup('Timeouts:')
    .option(
      '--headers-timeout <seconds>',
      'how long to wait for the request line and headers',
      parsePositiveSeconds,
      inSeconds(DEFAULT_TIMEOUTS.headersMs),
    )
    .option(
      '--request-timeout <seconds>',
      'how long to wait for a whole request',
      parsePositiveSeconds,
      inSeconds(DEFAULT_TIMEOUTS.requestMs),
    )
    .option(
      '--idle-timeout <seconds>',
      'how long to keep an idle connection open',
      parsePositiveSeconds,
      inSeconds(DEFAULT_TIMEOUTS.keepAliveMs),
    )
    .option(
      '--stall-timeout <seconds>',
      'how long to wait for a client that has stopped reading',
      parsePositiveSeconds,
      inSeconds(DEFAULT_TIMEOUTS.stallMs),
    )
    .option(
      '--drain-delay <seconds>',
      'how long to keep listening after a signal to stop, with /health 503',
      parseSecondsOrZero,
      drainDelaySeconds,
    )
    .option(
      '--drain-timeout <seconds>',
      'how long to wait after that for answers to finish',
      parsePositiveSeconds,
      inSeconds(DEFAULT_TIMEOUTS.drainMs),
    )
    .optionsGroup('Pages and metrics:')
    .addOption(
      new Option('--explorer-images <what>', 'whether the explorer may show pictures from other hosts')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--no-explorer', 'turn off the explorer at /, /explore and /docs')
    .option('--no-docs', 'turn off /openapi.json, /docs and /profile')
    .option('--no-metrics', 'turn off /metrics')
    .addOption(
      new Option('--metrics-port <number>', 'serve /metrics on a separate port instead')
        .argParser(parsePort)
        .conflicts('metrics'),
    );
}

/** Ends with wrong usage if --resident-cache-bytes is given, but nothing is read from files. */
export function checkResidentOptions(
  command: CommandUnknownOpts,
  { resident, residentCacheBytes }: Pick<AnswerOptions, 'resident' | 'residentCacheBytes'>,
): void {
  if (resident === 'all' && residentCacheBytes !== undefined) {
    command.error(
      '--resident-cache-bytes limits the memory for blocks read from files, but --resident all reads none; remove one of the two options',
    );
  }
}

const inMs = (value: number): number => Math.round(value * 1000);

/**
 * @param isGuarded whether clients need keys
 * @returns the options in the form of the server
 */
export function answerOptions(options: AnswerOptions, isGuarded: boolean): Partial<ServerOptions> {
  const { cacheControl, maxAge, sMaxage, staleWhileRevalidate, staleIfError } = options;
  const ages = {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(sMaxage === undefined ? {} : { sharedMaxAge: sMaxage }),
    ...(staleWhileRevalidate === undefined ? {} : { staleWhileRevalidate }),
    ...(staleIfError === undefined ? {} : { staleIfError }),
  };
  return {
    ...(options.cacheBytes === undefined ? {} : { cacheBytes: options.cacheBytes }),
    ...(options.resident === undefined ? {} : { resident: options.resident }),
    ...(options.residentCacheBytes === undefined ? {} : { residentCacheBytes: options.residentCacheBytes }),
    ...(cacheControl === undefined ? {} : { cacheControl }),
    ...(Object.keys(ages).length === 0 ? {} : { cacheControl: composeCacheControl(ages, isGuarded) }),
    ...(options.surrogateKeys === undefined ? {} : { surrogateHeader: options.surrogateKeys }),
    overload: {
      connectionsMaximum: options.maxConnections,
      inFlightMaximum: options.maxInFlight,
      ...(options.maxWaitingBytes === undefined ? {} : { heldBytesMaximum: options.maxWaitingBytes }),
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
