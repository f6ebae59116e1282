/**
 * `stele replay`: traffic answered again, in this process or by a server, and measured by shape.
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
  plan,
  type ReplayReport,
  readReport,
  replayInProcess,
  replayOverHttp,
} from '../replay/index.js';
import { targetsOf } from '../traffic/index.js';
import { readGiven, readTraffic, writeGiven } from './files.js';
import { authorizationOf, KEY_VARIABLE } from './key.js';
import { comparisonText, replayText } from './replay-text.js';

const examples = `
In this process each request is answered as fast as it goes, without HTTP and without a cache: what the index takes.
With --url a server is asked, at the times of the log or at a --rate, whether or not earlier answers have come; a latency
then counts from the time at which the request was planned. The snapshot is needed in both cases; of a traffic file with
hashed values it lends the values. A server with keys gets the one in --key-file, or in the variable ${KEY_VARIABLE}.

With --compare the shapes are set beside those of an earlier report, with the interval that 95 of 100 would hold.

Examples:
  $ stele replay ./snapshots yesterday.traffic
  $ stele replay ./snapshots yesterday.traffic --report monday.json
  $ stele replay ./snapshots yesterday.traffic --compare monday.json --html report.html
  $ stele replay ./snapshots yesterday.traffic --url http://127.0.0.1:8080/delivery/jsonapi --rate 2000`;

type ReplayOptions = OptionsOf<ReturnType<typeof command>>;

function url(text: string): URL {
  const read = URL.canParse(text) ? new URL(text) : undefined;
  if (read?.protocol === 'http:' && read.search === '' && read.username === '' && read.password === '') return read;
  throw new InvalidArgumentError('Give the delivery root, such as http://127.0.0.1:8080/delivery/jsonapi.');
}

const speed = numberParser(DECIMAL_NUMBER, (value) => value > 0, 'Give a number above 0, such as 2.');

async function replay(folder: string, file: string, options: ReplayOptions, io: CommandIo): Promise<ReplayReport> {
  // Before anything that takes long.
  const authorization = options.url === undefined ? undefined : await authorizationOf(options.keyFile, io);
  const space = await openCurrent(diskFiles, folder);
  const traffic = await readTraffic(file);
  const planned = plan(traffic, targetsOf(traffic, space));
  if (options.url === undefined) {
    return replayInProcess(space, planned, { maxCostMs: options.maxCost, warmUp: options.warmUp });
  }
  // Without times all requests would be sent at once.
  const rate = options.rate ?? (traffic.startMs === undefined ? 100 : undefined);
  const { url: root, speed, connections } = options;
  return replayOverHttp(planned, { root, rate, speed, connections, authorization });
}

const command = () =>
  new Command('replay')
    .description('answer traffic again, in this process or on a server, and measure each shape')
    .argument('<snapshots>', 'folder of snapshots', parsePath)
    .argument('<traffic>', 'traffic file of "stele log"', parsePath)
    .option('--url <root>', 'delivery root of a server to ask instead', url)
    .option(
      '--rate <number>',
      'requests a second to the server; absent: as in the log, or 100 if it has no times',
      wholeNumberParser(1),
    )
    .option('--speed <factor>', 'how many times faster than the log', speed, 1)
    .option('--connections <number>', 'connections to the server', wholeNumberParser(1), 64)
    .option(
      '--key-file <file>',
      `file with the key for the server; absent: the variable ${KEY_VARIABLE}, if it is set`,
      parsePath,
    )
    .option('--warm-up <requests>', 'requests that this process answers before it measures', wholeNumberParser(0), 1000)
    .option(
      '--max-cost <ms>',
      'limit on the estimated time of one answer, in this process',
      wholeNumberParser(1),
      DEFAULT_MAX_COST_MS,
    )
    .option('--report <file>', 'write all figures as JSON', parsePath)
    .option('--compare <file>', 'compare with the figures of an earlier --report', parsePath)
    .option('--html <file>', 'write a page of plots and figures, for a browser', parsePath)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', examples);

export function replayCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (folder: string, file: string, options) => {
    if (options.keyFile !== undefined && options.url === undefined) {
      throw new OperationError('--key-file is for a server: give its --url as well, or leave out the key.');
    }
    // Before the minutes that a replay may take.
    if (options.report !== undefined) await checkReportPath(options.report);
    if (options.html !== undefined) await checkReportPath(options.html, '--html');
    const before =
      options.compare === undefined
        ? undefined
        : readReport((await readGiven(options.compare)).toString(), options.compare);
    const report = await replay(folder, file, options, io);
    const json = `${JSON.stringify(report, undefined, 2)}\n`;
    if (options.report !== undefined) await writeGiven(options.report, json);
    const earlier =
      before === undefined ? undefined : { report: before, comparison: compareReports(before, report, false) };
    if (options.html !== undefined) {
      // What draws is loaded by those who want pictures.
      const { replayPage } = await import('../report/index.js');
      await writeGiven(options.html, replayPage(report, earlier));
    }
    io.stdout.write(options.json ? json : replayText(report));
    if (earlier !== undefined) io.stdout.write(comparisonText(earlier.comparison));
  });
}
