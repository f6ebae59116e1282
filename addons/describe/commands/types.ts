/**
 * `stele types`: writes TypeScript types of the content, or checks that a written file is up to date.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { Command, type CommandUnknownOpts } from 'commander';
import { CommandFailed, type CommandIo, parsePath } from '../../../src/cli/index.js';
import { OperationError, shellWord } from '../../../src/content/errors/index.js';
import { type ContentModel, type FullFields, findEmptiedFields } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { findKnownValues, openCurrent } from '../../../src/index/snapshot/index.js';
import { readFullFields } from '../types/full-fields.js';
import { writeContentTypes } from '../types/write-types.js';
import { isExport, readModel } from './read-model.js';

const examples = `
The file has types for the items of each content type, and for the names in filters, sorts and includes, so that a wrong name
does not compile. It works with connect and openSnapshot of this package, fetch, Jsona and kitsu, and imports nothing. The same
content always gives the same file.

The types follow the model, so any field may be null, and they change only when the model does. With --values they follow the
current snapshot too: a field that every item has is not null, and a select has its options and existing values. Write the file
again after a build that changes them; stele build --values refuses a build that would break such a program.

A file that ends in .ts also exports constants: the options of each select, the sorts and relationships of each type, and the
locales. A declaration file (.d.ts) cannot.

Examples:
  $ stele types ./export --out src/content.ts
  $ stele types ./snapshots --out src/content.ts --check
  $ stele types ./snapshots --values --out src/content.d.ts`;

/** A types file, and the facts that its check needs. */
interface ContentTypes {
  readonly text: string;
  readonly model: ContentModel;
  /** Undefined if the types follow the model alone. */
  readonly fullFields?: FullFields;
}

/** Writes the types of a folder as text. */
async function writeTypes(folder: string, { values, out }: TypesArguments): Promise<ContentTypes> {
  const hasConstants = out !== undefined && /(?<!\.d)\.[cm]?ts$/.test(out);
  if (!values) {
    const model = await readModel(diskFiles, folder);
    return { text: writeContentTypes(model, { hasConstants }), model };
  }
  if (await isExport(diskFiles, folder)) {
    throw new OperationError(
      `${folder} is an export, and --values reads a snapshot: build it, and give the folder of snapshots instead.`,
    );
  }
  const space = await openCurrent(diskFiles, folder);
  const { model } = space;
  const knownValues = findKnownValues(space);
  const fullFields = new Map(
    [...knownValues].flatMap(([type, { items, fieldsWithValues }]) => (items === 0 ? [] : [[type, fieldsWithValues]])),
  );
  return { text: writeContentTypes(model, { knownValues, hasConstants }), model, fullFields };
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
      if (out !== undefined && /\.[cm]?jsx?$/.test(out)) {
        command.error(`${out} would contain TypeScript; give --out a name that ends in .ts or .d.ts`);
      }
      const { text, model, fullFields } = await writeTypes(folder, options);
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
      const emptied =
        currentText === undefined || fullFields === undefined
          ? []
          : findEmptiedFields(readFullFields(currentText), fullFields, model);
      const breaking =
        emptied.length === 0 ? '' : `This may break clients:\n${emptied.map((change) => `  ${change}\n`).join('')}`;
      const valuesOption = values ? ' --values' : '';
      io.stderr.write(
        `stele: ${out} ${fault}. ${breaking}Write it with: stele types ${shellWord(folder)}${valuesOption} --out ${shellWord(out)}\n`,
      );
      throw new CommandFailed(fault);
    });
}
