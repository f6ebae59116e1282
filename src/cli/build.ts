/**
 * `stele build`: a content export becomes a snapshot, and CURRENT points at it.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { Command } from 'commander';
import { type BuildReport, buildSnapshot } from '../../build/publish/index.js';
import { OperationError } from '../errors/index.js';
import { diskFiles } from '../files/index.js';
import { memory, threadCount } from './arguments.js';
import type { CommandIo } from './io.js';
import { progressOn } from './progress.js';
import { bytes, count } from './table.js';

const examples = `
The export is a folder with model.json and one <contentType>.ndjson or .ndjson.gz per content type. An export that has
mistakes is refused as a whole, and the snapshot that is served stays as it is.

Examples:
  $ stele build ./export --out ./snapshots
  $ stele build ./export --out ./snapshots --strict`;

interface BuildOptions {
  readonly out: string;
  readonly strict: boolean;
  readonly full: boolean;
  readonly threads?: number;
  readonly memory?: number;
  readonly temp?: string;
  readonly report?: string;
}

export function buildCommand(io: CommandIo): Command {
  return new Command('build')
    .description('write a new immutable snapshot of a content export, then point CURRENT at it')
    .argument('<export>', 'folder of the content export')
    .requiredOption('--out <snapshots>', 'folder the snapshots are kept in; made where it is missing')
    .option('--strict', 'refuse also what is otherwise repaired and reported, such as a link to a missing item', false)
    .option('--full', 'build every content type, also those that have not changed since an earlier snapshot', false)
    .option('--threads <number>', 'threads that index columns (default: one a core)', threadCount)
    .option('--memory <size>', 'memory to work in, such as 1g or 800m (default: half of the machine)', memory)
    .option('--temp <folder>', 'folder for temporary files (default: that of --out)')
    .option('--report <file>', 'write what the build took, step by step and structure by structure, as JSON')
    .addHelpText('after', examples)
    .action(async (exportFolder: string, options: BuildOptions) => {
      const progress = progressOn(io.stderr);
      try {
        const report = await buildSnapshot(exportFolder, options.out, {
          files: diskFiles,
          strict: options.strict,
          full: options.full,
          threads: options.threads ?? availableParallelism(),
          temporaryFolder: options.temp,
          memoryBytes: options.memory ?? totalmem() / 2,
          onProgress: progress.report,
        });
        progress.stop();
        if (report.warnings !== '') io.stderr.write(`${report.warnings.trimEnd()}\n`);
        for (const note of report.notes) io.stderr.write(`note: ${note}\n`);
        if (options.report !== undefined) await writeReport(options.report, report);
        const outcome = report.published ? 'Published' : 'Nothing has changed: CURRENT already names';
        io.stdout.write(
          `${outcome} snapshot ${report.snapshot}\n` +
            `${count(report.items)} ${report.items === 1 ? 'item' : 'items'}, ${bytes(report.byteLength)}, in ${report.seconds.toFixed(1)} s\n`,
        );
      } finally {
        progress.stop();
      }
    });
}

/** @throws OperationError where the file cannot be written; the snapshot is published by then */
async function writeReport(path: string, report: BuildReport): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperationError(`the snapshot is published, but its report cannot be written: ${reason}`);
  });
}
