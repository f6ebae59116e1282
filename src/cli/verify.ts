/**
 * `stele verify`: every byte of the current snapshot accounted for.
 */
import { Command } from 'commander';
import { diskFiles } from '../files/index.js';
import { problemsOf, verifySnapshots } from '../snapshot/index.js';
import { CommandFailed } from './failure.js';
import type { CommandIo } from './io.js';
import { bytes, count } from './table.js';

const examples = `
Checks lengths, checksums, hashes and the structures themselves. The exit code is 1 when anything is wrong.

Examples:
  $ stele verify ./snapshots
  $ stele verify ./snapshots && systemctl reload content`;

export function verifyCommand(io: CommandIo): Command {
  return new Command('verify')
    .description('account for every byte of the current snapshot, and say what is wrong')
    .argument('<snapshots>', 'folder the snapshots are kept in')
    .addHelpText('after', examples)
    .action(async (folder: string) => {
      const report = await verifySnapshots(diskFiles, folder, (step) => io.stderr.write(`checking: ${step}\n`));
      io.stdout.write(`snapshot ${report.snapshot}\n`);
      for (const file of report.files) {
        const verdict = file.problems.length === 0 ? 'ok     ' : 'DAMAGED';
        io.stdout.write(`${verdict}  ${file.name} (${bytes(file.byteLength)})\n`);
      }
      const problems = problemsOf(report);
      if (problems.length === 0) {
        const total = report.files.reduce((sum, { byteLength }) => sum + byteLength, 0);
        io.stdout.write(
          `Snapshot ${report.snapshot} is intact: ${count(report.files.length)} files, ${bytes(total)}\n`,
        );
        return;
      }
      const lines = problems.map((problem) => `  ${problem}\n`).join('');
      io.stderr.write(`stele: the snapshot is damaged; build it again with "stele build".\n${lines}`);
      throw new CommandFailed(`${problems.length} problems`);
    });
}
