/**
 * `stele pull`: the snapshot that an origin names, verified and published here.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { diskFiles } from '../../format/files/index.js';
import {
  Bandwidth,
  DEFAULT_RETRIES,
  openOrigin,
  type PullOptions,
  type PullReport,
  parseAddress,
  pullSnapshot,
  readCurrentOfOrigin,
} from '../../ship/replicate/index.js';
import { parsePath, withOptions } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { formatBytes } from '../table.js';
import { acceptedAge, acceptFlags, channelOption, trustedKeys } from '../trust/options.js';
import { address, fetchFlags } from './arguments.js';

const examples = `
The origin is a folder of snapshots, or what stele push made, behind any server of static files. Only segments that no
snapshot here has are fetched. Each is verified while it is written, and CURRENT changes last: a pull that is cut off or
killed changes nothing for a server, and the next one goes on where it ended.

Examples:
  $ stele pull https://content.example/snapshots --out ./snapshots
  $ stele pull https://content.example/snapshots --out ./snapshots --bandwidth 20m
  $ stele serve ./snapshots --follow https://content.example/snapshots`;

function summary({ snapshot, published, fetched, fetchedBytes, linked, savedBytes }: PullReport): string {
  if (!published) return `Nothing has changed: CURRENT already names snapshot ${snapshot}\n`;
  return `Published snapshot ${snapshot}\n${fetched} segments fetched (${formatBytes(fetchedBytes)}), ${linked} linked (${formatBytes(savedBytes)})\n`;
}

/** Pulls, and once more where the origin has moved on meanwhile. */
async function pull(options: PullOptions): Promise<PullReport> {
  const named = await readCurrentOfOrigin(options);
  try {
    return await pullSnapshot(options, named);
  } catch (error) {
    const now = await readCurrentOfOrigin(options);
    if (now.snapshot === named.snapshot) throw error;
    return await pullSnapshot(options, now);
  }
}

export function pullCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('pull')
    .description('fetch the snapshot that an origin names, verify it, then point CURRENT at it')
    .argument('<url>', 'address of the origin: s3:, https:, http: or file:', address)
    .requiredOption('--out <snapshots>', 'folder for the snapshots; created if it is missing', parsePath);
  return withOptions(withOptions(command, fetchFlags()), acceptFlags())
    .addOption(channelOption('with --trust: whom it must be signed for'))
    .addHelpText('after', examples)
    .action(async (text: string, { out, keep, parallel, bandwidth, channel, ...trust }) => {
      const stopped = new AbortController();
      io.onStop?.(() => stopped.abort(new OperationError('the pull was stopped; nothing was published.')));
      const report = await pull({
        files: diskFiles,
        folder: out,
        origin: openOrigin(parseAddress(text), { files: diskFiles, env: io.env }),
        keep,
        parallel,
        bandwidth: new Bandwidth(bandwidth ?? Number.POSITIVE_INFINITY),
        patience: DEFAULT_RETRIES,
        signal: stopped.signal,
        trusted: trustedKeys(trust),
        expected: { channel },
        ...acceptedAge(trust),
        onStep: (step) => io.stderr.write(`${step}\n`),
      });
      io.stdout.write(summary(report));
    });
}
