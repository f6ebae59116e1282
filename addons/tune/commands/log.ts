/**
 * `stele log`: imports traffic from a log, generates traffic for a snapshot, and shows the content of a traffic file.
 */

import { randomBytes } from 'node:crypto';
import { Command, type CommandUnknownOpts, Option } from 'commander';
import {
  type CommandIo,
  DECIMAL_NUMBER,
  formatCount,
  numberParser,
  parsePath,
  wholeNumberParser,
} from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { DEFAULT_MAX_COST_MS } from '../../../src/server/index.js';
import { encodeTraffic, generateTraffic, type ImportedLog, importLog, LOG_FORMATS } from '../traffic/index.js';
import { readLines, readTraffic, writeOutputFile } from './files.js';
import { formatShapes } from './shapes-text.js';

const importExamples = `
The command reads the log of stele serve --access-log, logs of nginx or Varnish in the combined or common format, HAR files,
and lists of URLs, one on each line. "-" is standard input; gzipped files are decompressed. The traffic file gets the GET and
HEAD requests below a delivery root, with the parameters of the API. Cookies, headers, keys and unknown parameters are left
out. With --values hashed the values are left out too: a replay uses values of the snapshot instead, the same for equal ones.

Examples:
  $ stele log import access.log --out yesterday.traffic
  $ stele log import /var/log/nginx/access.log.1.gz --values hashed --out yesterday.traffic
  $ varnishncsa -d | stele log import - --format combined --space shop --out shop.traffic
  $ stele log show yesterday.traffic`;

const generateExamples = `
Visitors come in bursts, read lists and open items; the popularity of items and values follows Zipf's law. They request only
what the model allows, so every request has an answer. The same snapshot and seed always give the same file.

Examples:
  $ stele log generate ./snapshots --requests 100000 --out made-up.traffic
  $ stele log generate ./snapshots --seed 7 --rate 500 --skew 0.8 --out made-up.traffic`;

/** Prints the size of the traffic, and the lines and parameters that were left out. */
function printImport(io: CommandIo, { format, lines, traffic, skipped, leftOut }: ImportedLog): void {
  const { requests, distinct, templates } = traffic;
  io.stdout.write(
    `${formatCount(lines)} lines (${format}): ${formatCount(requests.length)} requests, ${formatCount(distinct.length)} of them distinct, of ${formatCount(templates.length)} forms\n`,
  );
  for (const [category, { count: times, first, reason }] of skipped) {
    io.stderr.write(`left out, ${category}: ${formatCount(times)} (the first, line ${first}, ${reason})\n`);
  }
  const namedParameters = [...leftOut].sort((a, b) => b[1] - a[1]).slice(0, 20);
  for (const [name, times] of namedParameters) {
    io.stderr.write(`left out, unknown parameter: ${JSON.stringify(name)}, ${formatCount(times)} times\n`);
  }
}

function importCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('import')
    .description('turn a log into a traffic file')
    .argument('<log>', 'log file; - for standard input', parsePath)
    .requiredOption('--out <file>', 'traffic file to write', parsePath)
    .addOption(
      new Option('--format <format>', 'format of the log (default: detected from its first line)').choices(LOG_FORMATS),
    )
    .addOption(
      new Option('--values <form>', 'keep the values of parameters, or replace them with hashes')
        .choices(['kept', 'hashed'])
        .default('kept'),
    )
    .option('--salt <text>', 'salt of the hashes, to get the same file again (default: random)')
    .option('--space <name>', 'import only requests to this space, if the server has several')
    .addHelpText('after', importExamples)
    .action(async (file: string, options) => {
      const imported = await importLog(readLines(file), file === '-' ? 'Standard input' : file, {
        format: options.format,
        values: options.values,
        salt: options.salt ?? randomBytes(16).toString('hex'),
        space: options.space,
      });
      await writeOutputFile(options.out, encodeTraffic(imported.traffic));
      printImport(io, imported);
    });
}

const parseSkew = numberParser(DECIMAL_NUMBER, (value) => value <= 3, 'Give a number from 0 to 3, such as 1.');

function generateCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('generate')
    .description('generate traffic for a snapshot that has no log')
    .argument('<snapshots>', 'folder of snapshots', parsePath)
    .requiredOption('--out <file>', 'traffic file to write', parsePath)
    .option('--requests <number>', 'number of requests', wholeNumberParser(1), 10_000)
    .option('--seed <number>', 'seed of the random numbers', wholeNumberParser(0), 1)
    .option('--rate <number>', 'requests a second, on average', wholeNumberParser(1), 100)
    .option(
      '--skew <number>',
      'exponent of the popularity: 0 for equal, 1 for the inequality of words in a language',
      parseSkew,
      1,
    )
    .addHelpText('after', generateExamples)
    .action(async (folder: string, options) => {
      const space = await openCurrent(diskFiles, folder);
      const traffic = generateTraffic(space, { ...options, maxCostMs: DEFAULT_MAX_COST_MS });
      await writeOutputFile(options.out, encodeTraffic(traffic));
      io.stdout.write(
        `${formatCount(traffic.requests.length)} requests, ${formatCount(traffic.distinct.length)} of them distinct, of ${formatCount(traffic.templates.length)} forms\n`,
      );
    });
}

function showCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('show')
    .description('show the shapes of a traffic file')
    .argument('<traffic>', 'traffic file', parsePath)
    .addHelpText('after', showExamples)
    .action(async (file: string) => {
      io.stdout.write(formatShapes(await readTraffic(file)));
    });
}

const showExamples = `
Requests of one shape have the same type, parameters, fields and operators, and differ in their values. For each shape, the
number of its requests and of distinct ones is shown, the most frequent shape first.

Examples:
  $ stele log show yesterday.traffic`;

export function logCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('log').description('turn a log into traffic to replay, or generate traffic');
  for (const create of [importCommand, generateCommand, showCommand]) command.addCommand(create(io));
  return command;
}
