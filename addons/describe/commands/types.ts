/**
 * `stele types`: writes TypeScript types of the content, or checks that a written file is up to date.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { Command, type CommandUnknownOpts } from 'commander';
import { CommandFailed, type CommandIo, parsePath } from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { findKnownValues, openCurrent } from '../../../src/index/snapshot/index.js';
import { writeContentTypes } from '../types/write-types.js';
import { isExport, readModel } from './read-model.js';

const examples = `
The file has types for the items of each content type, and for the names in filters, sorts and includes, so that a wrong name
does not compile. It works with connect and openSnapshot of this package, fetch, Jsona and kitsu, and imports nothing. The same
content always gives the same file.

The types follow the model, so any field may be null, and they change only when the model does. With --values they follow the
current snapshot too: a field that every item has is not null, and a select has its options and existing values. Write the file
again after a build that changes them; stele build --refuse-breaking values refuses a build that would break such a program.

A file that ends in .ts also exports the options of each select, and the locales, as constants. A declaration file (.d.ts) cannot.

Examples:
  $ stele types ./export --out src/content.ts
  $ stele types ./snapshots --out src/content.ts --check
  $ stele types ./snapshots --values --out src/content.d.ts`;

/** The types of a folder as text. */
async function writeTypes(folder: string, { values, out }: TypesArguments): Promise<string> {
  const hasConstants = out !== undefined && /(?<!\.d)\.[cm]?ts$/.test(out);
  if (!values) return writeContentTypes(await readModel(diskFiles, folder), { hasConstants });
  if (await isExport(diskFiles, folder)) {
    throw new OperationError(
      `${folder} is an export, and --values reads a snapshot: build it, and give the folder of snapshots instead.`,
    );
  }
  const space = await openCurrent(diskFiles, folder);
  return writeContentTypes(space.model, { knownValues: findKnownValues(space), hasConstants });
}

/** The options of the command. */
interface TypesArguments {
  readonly out?: string | undefined;
  readonly check: boolean;
  readonly values: boolean;
}

export function typesCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('types')
    .description('write TypeScript types of the content: items, filters, sorts and includes')
    .argument('<folder>', 'folder of snapshots, or an export', parsePath)
    .option(
      '--out <file>',
      'file to write, such as content.ts (default: standard output, without constants)',
      parsePath,
    )
    .option(
      '--values',
      'also follow the values of the current snapshot: fields that every item has are not null',
      false,
    )
    .option('--check', 'write nothing, and fail if the file is outdated', false)
    .addHelpText('after', examples)
    .action(async (folder: string, options, command) => {
      const { out, check, values } = options;
      if (check && out === undefined) command.error('--check compares the file of --out; give --out');
      const text = await writeTypes(folder, options);
      if (out === undefined) {
        io.stdout.write(text);
        return;
      }
      if (!check) {
        await writeFile(out, text);
        io.stdout.write(`Wrote ${out}\n`);
        return;
      }
      const currentText = await readFile(out, 'utf8').catch(() => undefined);
      if (currentText === text) return;
      const fault = currentText === undefined ? 'cannot be read' : 'is not up to date with the content model';
      const valuesOption = values ? ' --values' : '';
      io.stderr.write(`stele: ${out} ${fault}. Write it with: stele types ${folder}${valuesOption} --out ${out}\n`);
      throw new CommandFailed(fault);
    });
}
