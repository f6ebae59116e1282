/**
 * `stele replay`: sends recorded traffic to this process or to a server, and measures the latency of each shape.
 */

import { Command, type CommandUnknownOpts, InvalidArgumentError } from 'commander';
import { checkReportPath } from '../../../src/cli/build/index.js';
import {
  type CommandIo,
  DECIMAL_NUMBER,
  numberParser,
  type OptionsOf,
  parsePath,
  wholeNumberParser,
} from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { DEFAULT_MAX_COST_MS } from '../../../src/server/index.js';
import {
  compareReports,
  planTraffic,
  type ReplayReport,
  readReport,
  replayInProcess,
  replayOverHttp,
} from '../replay/index.js';
import { buildTargets } from '../traffic/index.js';
import { readInputFile, readTraffic, writeOutputFile } from './files.js';
import { KEY_VARIABLE, readAuthorization } from './key.js';
import { formatComparison, formatReplay } from './replay-text.js';

const examples = `
Without --url this process answers the requests one after the other, without HTTP and without a cache: the time of the index.
With --url the requests go to a server, at the times of the log or at a --rate, without waiting for earlier answers. A
latency then counts from the planned time of the request. The snapshot is needed in both cases: a traffic file with hashed
values takes its values from it. A server with keys gets the key of --key-file, or of the variable ${KEY_VARIABLE}.

With --compare each shape is compared with an earlier report, with a 95 % confidence interval.

Examples:
  $ stele replay ./snapshots yesterday.traffic
  $ stele replay ./snapshots yesterday.traffic --report monday.json
  $ stele replay ./snapshots yesterday.traffic --compare monday.json --html report.html
  $ stele replay ./snapshots yesterday.traffic --url http://127.0.0.1:8080/delivery/jsonapi --rate 2000`;

type ReplayOptions = OptionsOf<ReturnType<typeof command>>;

function parseDeliveryRoot(text: string): URL {
  const parsedUrl = URL.canParse(text) ? new URL(text) : undefined;
  if (
    parsedUrl?.protocol === 'http:' &&
    parsedUrl.search === '' &&
    parsedUrl.username === '' &&
    parsedUrl.password === ''
  )
    return parsedUrl;
  throw new InvalidArgumentError('Give the URL of the delivery root, such as http://127.0.0.1:8080/delivery/jsonapi.');
}

const parseSpeed = numberParser(DECIMAL_NUMBER, (value) => value > 0, 'Give a number above 0, such as 2.');

async function replay(folder: string, file: string, options: ReplayOptions, io: CommandIo): Promise<ReplayReport> {
  // Read the key first, so that a wrong one is reported before the snapshot is opened.
  const authorization = options.url === undefined ? undefined : await readAuthorization(options.keyFile, io);
  const space = await openCurrent(diskFiles, folder);
  const traffic = await readTraffic(file);
  const planned = planTraffic(traffic, buildTargets(traffic, space));
  if (options.url === undefined) {
    return replayInProcess(space, planned, { maxCostMs: options.maxCost, warmUp: options.warmUp });
  }
  // Without recorded times and without a rate all requests would be sent at once.
  const rate = options.rate ?? (traffic.startMs === undefined ? 100 : undefined);
  const { url: root, speed: parseSpeed, connections } = options;
  return replayOverHttp(planned, { root, rate, speed: parseSpeed, connections, authorization });
}

const command = () =>
  new Command('replay')
    .description('send traffic to this process or to a server, and measure each shape of request')
    .argument('<snapshots>', 'folder of snapshots', parsePath)
    .argument('<traffic>', 'traffic file of "stele log"', parsePath)
    .optionsGroup('With a server:')
    .option('--url <root>', 'delivery root of a server to send the requests to', parseDeliveryRoot)
    .option(
      '--rate <number>',
      'requests a second to the server (default: as in the log, or 100 if it has no times)',
      wholeNumberParser(1),
    )
    .option('--speed <factor>', 'speed relative to the log: 2 sends the requests in half the time', parseSpeed, 1)
    .option('--connections <number>', 'connections to the server', wholeNumberParser(1), 64)
    .option(
      '--key-file <file>',
      `file with the key for the server (default: the variable ${KEY_VARIABLE}, if it is set)`,
      parsePath,
    )
    .optionsGroup('In this process:')
    .option(
      '--warm-up <requests>',
      'requests that this process answers before it starts to measure',
      wholeNumberParser(0),
      1000,
    )
    .option(
      '--max-cost <ms>',
      'limit on the estimated time of one answer, in this process',
      wholeNumberParser(1),
      DEFAULT_MAX_COST_MS,
    )
    .optionsGroup('Report:')
    .option('--report <file>', 'write all figures as JSON', parsePath)
    .option('--compare <file>', 'compare with the figures of an earlier --report', parsePath)
    .option('--html <file>', 'write an HTML page with plots and figures', parsePath)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', examples);

export function replayCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (folder: string, file: string, options) => {
    if (options.keyFile !== undefined && options.url === undefined) {
      throw new OperationError('--key-file is for a server: give its --url as well, or leave out --key-file.');
    }
    // Check the paths first: a replay may take minutes.
    if (options.report !== undefined) await checkReportPath(options.report);
    if (options.html !== undefined) await checkReportPath(options.html, '--html');
    const before =
      options.compare === undefined
        ? undefined
        : readReport((await readInputFile(options.compare)).toString(), options.compare);
    const report = await replay(folder, file, options, io);
    const json = `${JSON.stringify(report, undefined, 2)}\n`;
    if (options.report !== undefined) await writeOutputFile(options.report, json);
    const earlier =
      before === undefined ? undefined : { report: before, comparison: compareReports(before, report, false) };
    if (options.html !== undefined) {
      // The plots are loaded only if a page is asked for.
      const { replayPage } = await import('../report/index.js');
      await writeOutputFile(options.html, replayPage(report, earlier));
    }
    io.stdout.write(options.json ? json : formatReplay(report));
    if (earlier !== undefined) io.stdout.write(formatComparison(earlier.comparison));
  });
}
