/**
 * `stele model`: prints the content model of a snapshot or an export, or a JSON Schema made from it.
 */

import { Command, type CommandUnknownOpts, Option } from 'commander';
import { type CommandIo, parsePath } from '../../../src/cli/index.js';
import { didYouMean, list, OperationError } from '../../../src/content/errors/index.js';
import { type ContentModel, type ContentType, contentModelToJson } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { exportSchema } from '../schema/exported.js';
import { modelSchema } from '../schema/model-schema.js';
import { readModel } from './read-model.js';

const examples = `
Without --schema, the command prints the content model with every option. --schema export prints the JSON Schema of the lines
of an export. --schema model prints the JSON Schema of model.json and needs no folder: name the file in model.json as
"$schema", and editors complete and check model.json.

Examples:
  $ stele model ./snapshots
  $ stele model ./export
  $ stele model ./snapshots --schema export --type book > book.schema.json
  $ stele model --schema model > model.schema.json`;

const schemas = ['export', 'model'] as const;

/** @throws OperationError if the model has no type with this name */
function findType(model: ContentModel, name: string): ContentType {
  const type = model.contentTypes.get(name);
  if (type !== undefined) return type;
  const names = [...model.contentTypes.keys()];
  throw new OperationError(
    `There is no content type "${name}".${didYouMean(name, names)} The content types are: ${list(names)}.`,
  );
}

export function modelCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('model')
    .description('print the content model as JSON, or a JSON Schema made from it')
    .argument('[folder]', 'folder of snapshots, or an export', parsePath)
    .addOption(
      new Option(
        '--schema <what>',
        'print a JSON Schema instead: for the lines of an export, or for model.json',
      ).choices(schemas),
    )
    .option('--type <name>', 'with --schema export: only for the lines of this content type')
    .addHelpText('after', examples)
    .action(async (folder: string | undefined, { schema, type }, command) => {
      if (type !== undefined && schema !== 'export') command.error('--type needs --schema export');
      if (folder === undefined && schema !== 'model') {
        command.error('give a folder of snapshots, or an export; only --schema model needs no folder');
      }
      const print = (value: unknown): boolean => io.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
      if (schema === 'model') {
        print(modelSchema());
        return;
      }
      const model = await readModel(diskFiles, folder ?? '');
      if (schema === undefined) print(contentModelToJson(model));
      else print(exportSchema(model, type === undefined ? undefined : findType(model, type)));
    });
}
