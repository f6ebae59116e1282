/**
 * The options that `stele import` and `stele build --from` share.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { checkZone, type ImportOptions, LINK_ROOT } from '../../../build/import/index.js';
import { deliveryRoot, repeated } from '../arguments.js';

export interface ImportArguments {
  readonly model?: string;
  readonly newModel: boolean;
  readonly strict: boolean;
  readonly zone: string;
  readonly assets?: string;
  readonly linkRoot: string;
  readonly header?: readonly (readonly [string, string])[];
  readonly without?: readonly string[];
}

function zoneName(text: string): string {
  try {
    checkZone(text);
    return text;
  } catch {
    throw new InvalidArgumentError('A zone is a name such as Europe/Zurich or UTC.');
  }
}

function header(text: string): readonly [string, string] {
  const mark = text.indexOf(':');
  if (mark > 0) return [text.slice(0, mark).trim(), text.slice(mark + 1).trim()];
  throw new InvalidArgumentError("A header is given as <name>: <value>, such as 'Authorization: Bearer …'.");
}

const plainText = (text: string): string => text;

export const addImportOptions = (command: Command): Command =>
  command
    .option('--model <file>', 'model.json to keep; values that do not fit it are refused')
    .option('--new-model', 'decide the types again, even if the model in the export was edited', false)
    .option('--zone <zone>', 'zone of times that have none', zoneName, 'UTC')
    .option('--assets <url>', 'put before the paths of files that have no address')
    .option('--link-root <path>', 'put before /<type>/<id> in links in texts', deliveryRoot, LINK_ROOT)
    .option(
      '--without <type[.field]>',
      'leave out this type or field, by its name in the export; may repeat',
      repeated(plainText),
    )
    .option(
      '--header <name: value>',
      'send this header with every request, if the input is a URL; may repeat',
      repeated(header),
    );

/** @returns what the import is told */
export const importOptions = (given: ImportArguments): Omit<ImportOptions, 'files'> => ({
  model: given.model,
  newModel: given.newModel,
  strict: given.strict,
  zone: given.zone,
  assetsUrl: given.assets,
  linkRoot: given.linkRoot,
  headers: given.header,
  without: given.without,
});
