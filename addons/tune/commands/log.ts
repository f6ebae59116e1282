/**
 * `stele log`: traffic from a log, traffic made up for a snapshot, and what a traffic file holds.
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
import { linesOf, readTraffic, writeGiven } from './files.js';
import { shapesText } from './shapes-text.js';

const importExamples = `
The log is one of stele serve --access-log, of nginx or Varnish in the combined or common format, a HAR file, or a URL a
line; "-" is standard input, and gzipped files are read as they are. Only GET and HEAD below a delivery root count, and
only the parameters of the interface: cookies, headers, keys and unknown parameters never enter the file. With --values
hashed no value does either: a replay then takes values of the snapshot in their place, equal ones for equal ones.

Examples:
  $ stele log import access.log --out yesterday.traffic
  $ stele log import /var/log/nginx/access.log.1.gz --values hashed --out yesterday.traffic
  $ varnishncsa -d | stele log import - --format combined --space shop --out shop.traffic
  $ stele log show yesterday.traffic`;

const generateExamples = `
Visitors come in bursts, look through lists and open items; what is popular follows Zipf's law. They ask only for what
the model allows, so that every request is answered. The same snapshot and seed give the same file.

Examples:
  $ stele log generate ./snapshots --requests 100000 --out made-up.traffic
  $ stele log generate ./snapshots --seed 7 --rate 500 --skew 0.8 --out made-up.traffic`;

function tellImport(io: CommandIo, { format, lines, traffic, skipped, leftOut }: ImportedLog): void {
  const { requests, distinct, templates } = traffic;
  io.stdout.write(
    `${formatCount(lines)} lines (${format}): ${formatCount(requests.length)} requests, ${formatCount(distinct.length)} of them different, of ${formatCount(templates.length)} forms\n`,
  );
  for (const [why, { count: times, first, reason }] of skipped) {
    io.stderr.write(`left out, ${why}: ${formatCount(times)} (the first, line ${first}, ${reason})\n`);
  }
  const named = [...leftOut].sort((a, b) => b[1] - a[1]).slice(0, 20);
  for (const [name, times] of named) {
    io.stderr.write(`left out, unknown parameter: ${JSON.stringify(name)}, ${formatCount(times)} times\n`);
  }
}

function importCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('import')
    .description('turn a log into a traffic file')
    .argument('<log>', 'the log; - for standard input', parsePath)
    .requiredOption('--out <file>', 'traffic file to write', parsePath)
    .addOption(
      new Option('--format <format>', 'format of the log; absent: recognised by its first line').choices(LOG_FORMATS),
    )
    .addOption(
      new Option('--values <form>', 'keep what was asked for, or only which values were equal')
        .choices(['kept', 'hashed'])
        .default('kept'),
    )
    .option('--salt <text>', 'salt of the hashes, to get the same file again; absent: random')
    .option('--space <name>', 'only requests to this space, if the server has several')
    .addHelpText('after', importExamples)
    .action(async (file: string, options) => {
      const imported = await importLog(linesOf(file), file === '-' ? 'Standard input' : file, {
        format: options.format,
        values: options.values,
        salt: options.salt ?? randomBytes(16).toString('hex'),
        space: options.space,
      });
      await writeGiven(options.out, encodeTraffic(imported.traffic));
      tellImport(io, imported);
    });
}

const skew = numberParser(DECIMAL_NUMBER, (value) => value <= 3, 'Give a number from 0 to 3, such as 1.');

function generateCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('generate')
    .description('make up traffic for a snapshot that has no log')
    .argument('<snapshots>', 'folder of snapshots', parsePath)
    .requiredOption('--out <file>', 'traffic file to write', parsePath)
    .option('--requests <number>', 'number of requests', wholeNumberParser(1), 10_000)
    .option('--seed <number>', 'seed of the random numbers', wholeNumberParser(0), 1)
    .option('--rate <number>', 'requests a second, on average', wholeNumberParser(1), 100)
    .option(
      '--skew <number>',
      'how unequal popularity is: 0 for equal, 1 for as unequal as the words of a language',
      skew,
      1,
    )
    .addHelpText('after', generateExamples)
    .action(async (folder: string, options) => {
      const space = await openCurrent(diskFiles, folder);
      const traffic = generateTraffic(space, { ...options, maxCostMs: DEFAULT_MAX_COST_MS });
      await writeGiven(options.out, encodeTraffic(traffic));
      io.stdout.write(
        `${formatCount(traffic.requests.length)} requests, ${formatCount(traffic.distinct.length)} of them different, of ${formatCount(traffic.templates.length)} forms\n`,
      );
    });
}

function showCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('show')
    .description('show the shapes of a traffic file')
    .argument('<traffic>', 'traffic file', parsePath)
    .action(async (file: string) => {
      io.stdout.write(shapesText(await readTraffic(file)));
    });
}

export function logCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('log').description('turn a log into traffic to replay, or make up traffic');
  for (const one of [importCommand, generateCommand, showCommand]) command.addCommand(one(io));
  return command;
}
