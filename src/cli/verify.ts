/**
 * `stele verify`: every byte of a snapshot accounted for.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import type { SnapshotId } from '../content/model/index.js';
import { diskFiles } from '../format/files/index.js';
import { chooseSnapshot } from '../index/snapshot/index.js';
import { damageOf, problemsOf, verifySnapshot, verifySnapshots } from '../index/verify/index.js';
import { acceptSignature, checkSigned, readNewest, readSignature } from '../ship/trust/index.js';
import { parsePath, withOptions } from './arguments.js';
import { CommandFailed } from './failure.js';
import type { CommandIo } from './io.js';
import { formatBytes, formatCount } from './table.js';
import { type AcceptArguments, acceptedAge, acceptFlags, trustedKeys } from './trust/options.js';

const examples = `
Checks lengths, checksums, hashes and the structures themselves. The exit code is 1 when anything is wrong.

Examples:
  $ stele verify ./snapshots
  $ stele verify ./snapshots && systemctl reload content`;

/**
 * Says nothing where everybody is trusted.
 *
 * @param isCurrent whether a server would serve it: then it must also be newer than what was accepted here before
 * @throws UntrustedError when nobody of these has signed it, or a server would refuse it for another reason
 */
async function tellSigner(
  folder: string,
  id: SnapshotId,
  isCurrent: boolean,
  options: AcceptArguments,
  io: CommandIo,
): Promise<void> {
  const trusted = trustedKeys(options);
  if (trusted.length === 0) return;
  if (isCurrent) {
    const { signatureAgeMaximumMs: ageMaximumMs = Number.POSITIVE_INFINITY } = acceptedAge(options);
    const known = await readNewest(diskFiles, folder);
    acceptSignature(await readSignature(diskFiles, folder, id), id, { trusted, expected: {}, ageMaximumMs }, known);
  }
  const { key, signedMs, space, channel } = await checkSigned(diskFiles, folder, id, trusted);
  io.stdout.write(`Signed by ${key.name} at ${new Date(signedMs).toISOString()} for the space ${space}, ${channel}\n`);
}

export function verifyCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('verify')
    .description('check every byte of a snapshot, and say what is wrong')
    .argument('<snapshots>', 'folder of snapshots', parsePath)
    .argument('[id]', 'id of the snapshot (at least its first 8 digits), or PREVIOUS; absent: the current one');
  return withOptions(command, acceptFlags())
    .addHelpText('after', examples)
    .action(async (folder: string, id: string | undefined, options: AcceptArguments) => {
      const onStep = (step: string): boolean => io.stderr.write(`checking: ${step}\n`);
      const report =
        id === undefined
          ? await verifySnapshots(diskFiles, folder, onStep)
          : await verifySnapshot(diskFiles, folder, (await chooseSnapshot(diskFiles, folder, id)).id, onStep);
      io.stdout.write(`snapshot ${report.snapshot}\n`);
      for (const file of [...report.files, ...report.companions]) {
        const verdict = file.problems.length === 0 ? 'ok     ' : 'DAMAGED';
        io.stdout.write(`${verdict}  ${file.name} (${formatBytes(file.byteLength)})\n`);
      }
      const problems = problemsOf(report);
      if (problems.length === 0) {
        const total = report.files.reduce((sum, { byteLength }) => sum + byteLength, 0);
        io.stdout.write(
          `Snapshot ${report.snapshot} is intact: ${formatCount(report.files.length)} files, ${formatBytes(total)}\n`,
        );
        await tellSigner(folder, report.snapshot, id === undefined, options, io);
        return;
      }
      const lines = problems.map((problem) => `  ${problem}\n`).join('');
      const what =
        damageOf(report).length > 0
          ? 'the snapshot is damaged; build it again with "stele build".'
          : 'the snapshot is intact, but a file beside it is not:';
      io.stderr.write(`stele: ${what}\n${lines}`);
      throw new CommandFailed(`${problems.length} problems`);
    });
}
