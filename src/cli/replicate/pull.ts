/**
 * `stele pull`: fetches the current snapshot of an origin, verifies it and publishes it here.
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
import { formatBytes, formatNumberOf } from '../table.js';
import { acceptFlags, channelOption, signatureAgeOptions, trustedKeys } from '../trust/options.js';
import { fetchFlags, parseOriginAddress } from './arguments.js';

const examples = `
The origin is a folder of snapshots, or a target of stele push, behind any server of static files. Only segments that no local
snapshot has are fetched. Each segment is verified while it is written, and CURRENT changes last: an interrupted pull does not
affect a server, and the next pull continues where it ended.

Examples:
  $ stele pull https://content.example/snapshots --out ./snapshots
  $ stele pull https://content.example/snapshots --out ./snapshots --bandwidth 20m
  $ stele serve ./snapshots --follow https://content.example/snapshots`;

function summary({ snapshot, published, fetched, fetchedBytes, linked, savedBytes }: PullReport): string {
  if (!published) return `Nothing has changed: CURRENT already names snapshot ${snapshot}\n`;
  return `Published snapshot ${snapshot}\n${formatNumberOf(fetched, 'segment')} fetched (${formatBytes(fetchedBytes)}), ${linked} linked (${formatBytes(savedBytes)})\n`;
}

/** Pulls. If the pull fails because the origin has a new snapshot by now, pulls that one. */
async function pull(options: PullOptions): Promise<PullReport> {
  const originCurrent = await readCurrentOfOrigin(options);
  try {
    return await pullSnapshot(options, originCurrent);
  } catch (error) {
    const movedCurrent = await readCurrentOfOrigin(options);
    if (movedCurrent.snapshot === originCurrent.snapshot) throw error;
    return await pullSnapshot(options, movedCurrent);
  }
}

export function pullCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('pull')
    .description('fetch the snapshot that an origin names, verify it, then point CURRENT at it')
    .argument('<url>', 'address of the origin: s3:, https:, http: or file:', parseOriginAddress)
    .requiredOption('--out <snapshots>', 'folder for the snapshots; created if it is missing', parsePath);
  return withOptions(withOptions(command, fetchFlags()), acceptFlags())
    .addOption(channelOption('with --trust: the channel that the snapshot must be signed for'))
    .addHelpText('after', examples)
    .action(async (text: string, { out, keep, parallel, bandwidth, channel, ...trust }) => {
      const stopping = new AbortController();
      io.onStop?.(() =>
        stopping.abort(new OperationError('the pull was stopped. Nothing was published; run it again to continue.')),
      );
      const report = await pull({
        files: diskFiles,
        folder: out,
        origin: openOrigin(parseAddress(text), { files: diskFiles, env: io.env }),
        keep,
        parallel,
        bandwidth: new Bandwidth(bandwidth ?? Number.POSITIVE_INFINITY),
        retryPolicy: DEFAULT_RETRIES,
        signal: stopping.signal,
        trusted: trustedKeys(trust),
        expected: { channel },
        ...signatureAgeOptions(trust),
        onStep: (step) => io.stderr.write(`${step}\n`),
      });
      io.stdout.write(summary(report));
    });
}
