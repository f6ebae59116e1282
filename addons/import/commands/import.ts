/**
 * The command `stele import`: converts the content of another system to an export, which `stele build` reads.
 *
 * Elsewhere: the options (import-options), printing the report (import-report), the import itself (import.ts of the add-on).
 */

import { Argument, Command, type CommandUnknownOpts, InvalidArgumentError } from 'commander';
import { adviseForFile } from '../../../build/publish/index.js';
import { checkReportPath, createProgress, STDOUT_PATH } from '../../../src/cli/build/index.js';
import { type CommandIo, choiceParser, nextStep, withOptions } from '../../../src/cli/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { importExport } from '../import.js';
import { SOURCES } from '../sources/index.js';
import { importFlags, importOptions } from './import-options.js';
import { importSummary, writeImportReport } from './import-report.js';

const sources = [...SOURCES.keys()];

const sourceLines = [...SOURCES].map(([name, { input }]) => `  ${name.padEnd(12)}${input}`).join('\n');

const examples = `
Sources, and what they read:
${sourceLines}

A table shows each type and field with its name in the export, and everything that was left out, with the reason. The
file import.json in the export has the same report. The same input gives the same export, byte for byte. If you edit model.json in the export, the
next import keeps it; a value that does not fit it is refused with its place.

Examples:
  $ stele import contentful space.json --out export
  $ stele import wordpress site.xml --out export --zone Europe/Zurich
  $ stele import csv tables --out export --model model.json --strict
  $ stele import jsonapi https://cms.example.org/jsonapi --out export --header 'Authorization: Bearer …'`;

/** @throws InvalidArgumentError if it is no source; for the name of a file the message has the command that imports it */
function parseSource(text: string): string {
  const advice = sources.includes(text)
    ? ''
    : adviseForFile(text, (input, source) => `stele import ${source} ${input} --out export`);
  if (advice === '') return choiceParser(sources)(text);
  throw new InvalidArgumentError(`The source comes before the input.${advice}`);
}

export function importCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('import')
    .description('make an export from the export of another system')
    .addArgument(
      new Argument('<source>', 'system or format that the input is from').choices(sources).argParser(parseSource),
    )
    .argument('<input>', 'the file, folder or URL to read')
    .optionsGroup('Result:')
    .requiredOption('--out <export>', 'folder for the export; an export of an earlier import is replaced');
  return withOptions(command, importFlags())
    .optionsGroup('Result:')
    .option('--strict', 'refuse the import if anything would be lost', false)
    .option('--report <file>', 'write the report as JSON; -: to stdout, instead of the tables')
    .addHelpText('after', examples)
    .action(async (source: string, input: string, options) => {
      if (options.report !== undefined && options.report !== STDOUT_PATH) await checkReportPath(options.report);
      const stopping = new AbortController();
      io.onStop?.(() => stopping.abort());
      const progress = await createProgress(io.stderr);
      try {
        const report = await importExport(source, input, options.out, {
          ...importOptions(options),
          files: diskFiles,
          signal: stopping.signal,
          onProgress: progress.report,
        });
        progress.stop();
        if (options.report !== STDOUT_PATH) io.stdout.write(importSummary(report, options.out));
        if (options.report !== undefined) await writeImportReport(options.report, report, io.stdout);
        if (options.report !== STDOUT_PATH)
          io.stdout.write(nextStep(['build', options.out, '--out', 'snapshots'], process.env));
      } finally {
        progress.stop();
      }
    });
}
