/**
 * `stele gate`: compares a candidate with the served snapshot by their answers to traffic, and exits with 1 if it is
 * worse.
 *
 * Elsewhere: the comparison (replay/gate), the same check as part of `stele build` (judge).
 */

import { Command, type CommandUnknownOpts } from 'commander';
import { checkReportPath } from '../../../src/cli/build/index.js';
import { CommandFailed, type CommandIo, parsePath, wholeNumberParser, withOptions } from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { isSnapshotName, openSnapshot } from '../../../src/index/snapshot/index.js';
import { DEFAULT_MAX_COST_MS } from '../../../src/server/index.js';
import { choosePair } from '../../../src/ship/diff/index.js';
import { judgeCandidate, planTraffic } from '../replay/index.js';
import { buildTargets } from '../traffic/index.js';
import { readTraffic, writeOutputFile } from './files.js';
import { createLimitFlags, readLimits, WARM_UP } from './judge.js';
import { formatVerdict } from './replay-text.js';

/** The file that names the served snapshot of a folder. */
const CURRENT = 'CURRENT';

const examples = `
Both snapshots answer the traffic in turns. The command refuses the candidate, with exit code 1, in three cases. First, if a
larger share of the requests than --max-different fails, becomes empty, or has a total that differs by more than --max-moved.
Second, if a larger share of the items in both answers than --max-rewritten has other content.
Third, if the 99th percentile of a shape grew by more than --max-p99, even at the lower end of its 95 % confidence
interval. Requests that were errors or empty before do not count.

Examples:
  $ stele gate ./snapshots 0123abcd yesterday.traffic
  $ stele gate ./snapshots ./candidate yesterday.traffic
  $ stele gate ./snapshots ./candidate yesterday.traffic --max-p99 25% --max-different 0.1% --report gate.json`;

export function gateCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('gate')
    .description('check that a candidate answers traffic as well and as fast as the served snapshot')
    .argument('<snapshots>', 'folder of the served snapshots, or one snapshot in it', parsePath)
    .argument('<candidate>', 'id of another snapshot in that folder; or a path, as in stele diff', parsePath)
    .argument('<traffic>', 'traffic file of "stele log"', parsePath);
  return withOptions(command, createLimitFlags())
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
      const planned = planTraffic(traffic, buildTargets(traffic, spaces[0]));
      const verdict = judgeCandidate(spaces, planned, readLimits(options), {
        maxCostMs: options.maxCost,
        warmUp: WARM_UP,
      });
      if (options.report !== undefined)
        await writeOutputFile(options.report, `${JSON.stringify(verdict, undefined, 2)}\n`);
      io.stdout.write(formatVerdict(verdict));
      if (!verdict.passed) throw new CommandFailed('refused');
    });
}
