/**
 * `stele push`: sends the current snapshot to a target, from which replicas fetch it.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { diskFiles } from '../../format/files/index.js';
import {
  Bandwidth,
  DEFAULT_RETRIES,
  openTarget,
  type PushReport,
  parseAddress,
  pushCurrent,
} from '../../ship/replicate/index.js';
import { type OptionsOf, parsePath, withOptions } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { formatBytes, formatNumberOf } from '../table.js';
import { parseOriginAddress, parseWholeId, transferFlags } from './arguments.js';

const examples = `
The manifest is sent first, then the segments that the target lacks, then CURRENT: replicas see the old snapshot or the new one,
never a part. If CURRENT names the snapshot already, files that are missing there or have another length are sent again.
CURRENT is replaced only if it names a snapshot that came from this folder, and nobody has changed it during the push.
Credentials are read from the environment or from ~/.aws, never from the address.

Examples:
  $ stele push ./snapshots s3://bucket/content
  $ stele push ./snapshots s3://bucket/content --verify
  $ stele push ./snapshots file:///mnt/www/content
  $ stele build ./export --out ./snapshots && stele push ./snapshots s3://bucket/content`;

type PushArguments = Partial<OptionsOf<ReturnType<typeof command>>> & { readonly parallel: number };

function summary(report: PushReport, target: string): string {
  const { snapshot, published, signed, before, sent, sentBytes, present, savedBytes, healed } = report;
  if (published) {
    const replacement = before === undefined ? '' : `instead of ${before}\n`;
    return `CURRENT at ${target} names snapshot ${snapshot}\n${replacement}${formatNumberOf(sent, 'segment')} sent (${formatBytes(sentBytes)}), ${formatNumberOf(present, 'was there', 'were there')} (${formatBytes(savedBytes)})\n`;
  }
  const changes = [
    ...(healed > 0
      ? [
          `${formatNumberOf(healed, 'missing or damaged file was', 'missing or damaged files were')} sent again (${formatBytes(sentBytes)})`,
        ]
      : []),
    ...(signed ? ['It has a new signature'] : []),
  ];
  const outcome = changes.length === 0 ? 'Nothing has changed' : changes.join('. ');
  return `${outcome}: CURRENT at ${target} already names snapshot ${snapshot}\n`;
}

/**
 * @param targetAddress address of the target, as the user wrote it
 * @returns the report, and the name of the target for messages
 */
export async function pushTo(
  folder: string,
  targetAddress: string,
  { replace, verify, parallel, bandwidth }: PushArguments,
  { env }: CommandIo,
  signal: AbortSignal,
  onStep: (step: string) => void = () => undefined,
): Promise<{ readonly report: PushReport; readonly name: string }> {
  const target = openTarget(parseAddress(targetAddress), { files: diskFiles, env });
  const report = await pushCurrent({
    files: diskFiles,
    folder,
    target,
    replace,
    verifies: verify,
    parallel,
    bandwidth: new Bandwidth(bandwidth ?? Number.POSITIVE_INFINITY),
    retryPolicy: DEFAULT_RETRIES,
    signal,
    onStep,
  });
  return { report, name: target.name };
}

const command = () =>
  withOptions(
    new Command('push')
      .description('send the current snapshot to a target for replicas, then point CURRENT there at it')
      .argument('<snapshots>', 'folder of snapshots', parsePath)
      .argument('<target>', 'address to send to: s3:, https:, http: or file:', parseOriginAddress)
      .option(
        '--replace <id>',
        'replace this snapshot at the target, although it did not come from this folder',
        parseWholeId,
      )
      .option('--verify', 'read the segments at the target and compare their hashes, not only their lengths', false),
    transferFlags('sent', 'sending'),
  ).addHelpText('after', examples);

export function pushCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (folder: string, targetAddress: string, options) => {
    const stopping = new AbortController();
    io.onStop?.(() =>
      stopping.abort(
        new OperationError('the push was stopped. CURRENT at the target has not changed; run it again to continue.'),
      ),
    );
    const onStep = (step: string): void => void io.stderr.write(`${step}\n`);
    const pushed = await pushTo(folder, targetAddress, options, io, stopping.signal, onStep);
    io.stdout.write(summary(pushed.report, pushed.name));
  });
}
