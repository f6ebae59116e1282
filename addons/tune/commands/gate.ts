/**
 * `stele gate`: whether a candidate may be published, judged by traffic.
 */

import { Command, type CommandUnknownOpts } from 'commander';
import { checkReportPath } from '../../../src/cli/build/index.js';
import { CommandFailed, type CommandIo, parsePath, wholeNumberParser, withOptions } from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { isSnapshotName, openSnapshot } from '../../../src/index/snapshot/index.js';
import { DEFAULT_MAX_COST_MS } from '../../../src/server/index.js';
import { choosePair } from '../../../src/ship/diff/index.js';
import { gate, plan } from '../replay/index.js';
import { targetsOf } from '../traffic/index.js';
import { readTraffic, writeGiven } from './files.js';
import { limitFlags, limitsOf, WARM_UP } from './judge.js';
import { verdictText } from './replay-text.js';

/** Of the folder of the served snapshots. */
const CURRENT = 'CURRENT';

const examples = `
Both snapshots answer the traffic in turns. The candidate is refused, with exit code 1, when more requests than
--max-different fail, become empty, or count more or fewer items than --max-moved allows; or when a shape's 99th
percentile grew by more than --max-p99, the whole interval of 95 % lying above it. An answer that was an error or empty
before does not count.

Examples:
  $ stele gate ./snapshots 0123abcd yesterday.traffic
  $ stele gate ./snapshots ./candidate yesterday.traffic
  $ stele gate ./snapshots ./candidate yesterday.traffic --max-p99 25% --max-different 0.1% --report gate.json`;

export function gateCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('gate')
    .description('say whether a candidate answers traffic as well and as fast as the served snapshot')
    .argument('<snapshots>', 'folder of the served snapshots, or one snapshot in it', parsePath)
    .argument('<candidate>', 'another snapshot of that folder, by its id; or a path, as in stele diff', parsePath)
    .argument('<traffic>', 'traffic file of "stele log"', parsePath);
  return withOptions(command, limitFlags())
    .option('--max-cost <ms>', 'limit on the estimated time of one answer', wholeNumberParser(1), DEFAULT_MAX_COST_MS)
    .option('--report <file>', 'write the verdict and all figures as JSON', parsePath)
    .addHelpText('after', examples)
    .action(async (served: string, candidate: string, file: string, options) => {
      if (options.report !== undefined) await checkReportPath(options.report);
      const { before, after } = isSnapshotName(candidate)
        ? await choosePair(diskFiles, served, CURRENT, candidate)
        : await choosePair(diskFiles, served, candidate);
      const spaces = [
        await openSnapshot(diskFiles, before.folder, before.id),
        await openSnapshot(diskFiles, after.folder, after.id),
      ] as const;
      const traffic = await readTraffic(file);
      const planned = plan(traffic, targetsOf(traffic, spaces[0]));
      const verdict = gate(spaces, planned, limitsOf(options), { maxCostMs: options.maxCost, warmUp: WARM_UP });
      if (options.report !== undefined) await writeGiven(options.report, `${JSON.stringify(verdict, undefined, 2)}\n`);
      io.stdout.write(verdictText(verdict));
      if (!verdict.passed) throw new CommandFailed('refused');
    });
}
