/**
 * The command `npm run --silent generate -- --items <n> --out <folder> [--seed <n>] [--profile engine|shop]`: options,
 * messages and exit codes. It is separate from `main`, so that it can run inside a test.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { OperationError } from '../../src/content/errors/errors.js';
import { type GeneratedFile, generateExport, ITEMS_MAXIMUM, SEED_MAXIMUM } from './generate.js';
import { PROFILES } from './model.js';

/** Where the command's words go; each text is a line or several, without the last line end. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

/** @returns a parser of whole numbers in `[minimum, maximum]`, written in digits only */
const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : -1;
  if (value >= minimum && value <= maximum) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
};

function describeFile(file: GeneratedFile): string {
  const megabytes = (file.byteLength / 1e6).toFixed(1);
  return file.items > 0 ? `${file.name}: ${file.items} items, ${megabytes} MB` : file.name;
}

/**
 * @param args arguments after the script's name
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('generate')
    .description('Writes a content export of any size, always the same for the same options.')
    .requiredOption('--items <n>', 'items of the main type: article, or book', wholeNumber(1, ITEMS_MAXIMUM))
    .requiredOption('--out <folder>', 'a new or empty folder, or a generated export to replace')
    .option('--seed <n>', 'another seed, other content', wholeNumber(0, SEED_MAXIMUM), 1)
    .addOption(new Option('--profile <name>', 'the content model').choices(PROFILES).default('engine'))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .action(async ({ items, out, seed, profile }) => {
      await generateExport(out, { items, seed, profile, onFile: (file) => terminal.out(describeFile(file)) });
    });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Requested help ends with 0; commander has already printed any other problem.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof OperationError || (error instanceof Error && 'code' in error)) terminal.err(error.message);
    else terminal.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}
