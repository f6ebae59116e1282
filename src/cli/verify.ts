/**
 * `stele verify`: checks every byte of a snapshot, and with --trust its signature.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import type { SnapshotId } from '../content/model/index.js';
import { diskFiles } from '../format/files/index.js';
import { chooseSnapshot } from '../index/snapshot/index.js';
import { listDamage, listProblems, verifySnapshot, verifySnapshots } from '../index/verify/index.js';
import { acceptSignature, checkSigned, readNewest, readSignature } from '../ship/trust/index.js';
import { parsePath, withOptions } from './arguments.js';
import { CommandFailed } from './failure.js';
import { type CommandIo, stepWriter } from './io.js';
import { formatBytes, formatCount } from './table.js';
import { type AcceptArguments, acceptFlags, signatureAgeOptions, trustedKeys } from './trust/options.js';

const examples = `
Checks lengths, checksums, hashes and the contents of every structure. The exit code is 1 if anything is wrong.

Examples:
  $ stele verify ./snapshots
  $ stele verify ./snapshots && systemctl reload content`;

/**
 * Checks the signature of an intact snapshot against the trusted keys.
 *
 * @param isCurrent whether a server would serve it: then it must also be newer than the last accepted snapshot
 * @returns a line about the signature; empty without --trust
 * @throws UntrustedError if no trusted key has signed it, or a server would refuse it for another reason
 */
async function signatureLine(
  folder: string,
  id: SnapshotId,
  isCurrent: boolean,
  options: AcceptArguments,
): Promise<string> {
  const trusted = trustedKeys(options);
  if (trusted.length === 0) return '';
  if (isCurrent) {
    const { signatureAgeMaximumMs: ageMaximumMs = Number.POSITIVE_INFINITY } = signatureAgeOptions(options);
    const newestAccepted = await readNewest(diskFiles, folder);
    acceptSignature(
      await readSignature(diskFiles, folder, id),
      id,
      { trusted, expected: {}, ageMaximumMs },
      newestAccepted,
    );
  }
  const { key, signedMs, space, channel } = await checkSigned(diskFiles, folder, id, trusted);
  return `Signed by ${key.name} at ${new Date(signedMs).toISOString()} for the space ${space}, ${channel}\n`;
}

export function verifyCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('verify')
    .description('check every byte of a snapshot, and list the damage')
    .argument('<snapshots>', 'folder of snapshots', parsePath)
    .argument('[id]', 'id of the snapshot (at least its first 8 digits), or PREVIOUS (default: the current snapshot)');
  return withOptions(command, acceptFlags())
    .addHelpText('after', examples)
    .action(async (folder: string, id: string | undefined, options: AcceptArguments) => {
      const onStep = stepWriter(io.stderr, 'checking');
      const report =
        id === undefined
          ? await verifySnapshots(diskFiles, folder, onStep)
          : await verifySnapshot(diskFiles, folder, (await chooseSnapshot(diskFiles, folder, id)).id, onStep);
      io.stdout.write(`snapshot ${report.snapshot}\n`);
      for (const file of [...report.files, ...report.companions]) {
        const verdict = file.problems.length === 0 ? 'ok     ' : 'DAMAGED';
        io.stdout.write(`${verdict}  ${file.name} (${formatBytes(file.byteLength)})\n`);
      }
      const problems = listProblems(report);
      if (problems.length === 0) {
        const total = report.files.reduce((sum, { byteLength }) => sum + byteLength, 0);
        // The signature is checked first: a snapshot that is refused must not be reported as intact.
        const signature = await signatureLine(folder, report.snapshot, id === undefined, options);
        io.stdout.write(
          `Snapshot ${report.snapshot} is intact: ${formatCount(report.files.length)} files, ${formatBytes(total)}\n${signature}`,
        );
        return;
      }
      const lines = problems.map((problem) => `  ${problem}\n`).join('');
      const headline =
        listDamage(report).length > 0
          ? 'the snapshot is damaged; build it again with "stele build".'
          : 'the snapshot is intact, but a file beside it is not:';
      io.stderr.write(`stele: ${headline}\n${lines}`);
      throw new CommandFailed(`${problems.length} problems`);
    });
}
