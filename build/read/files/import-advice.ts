/**
 * Advice for an input that is not an export: the source of "stele import" that reads it, by the names of its files.
 *
 * Contents are not read. Elsewhere: which source reads which files (src/content/errors); the sources themselves, which
 * say what they expect (addons/import).
 */
import { basename } from 'node:path';
import { ExportError, shellWord, sourcesOfFile, sourcesOfFolder } from '../../../src/content/errors/index.js';

/** Files that no source reads, and the way to files that one reads. */
const CONVERSIONS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:db|sqlite3?)$/i, 'Write its tables to CSV files first, for example with: sqlite3 -csv -header'],
  [/\.(?:xlsx?|ods|numbers)$/i, 'Save each sheet as a CSV file first'],
  [/\.(?:zip|7z|rar)$/i, 'Unpack it first'],
  [/\.sql(?:\.gz)?$/i, 'Load it into its database, and write the tables to CSV files first'],
];

/** Makes the command that imports an input; both are quoted for a shell. */
export type ImportCommand = (input: string, source: string) => string;

const buildCommand: ImportCommand = (input, source) => `stele build ${input} --from ${source} --out snapshots`;

function commandAdvice(sources: readonly string[], input: string, command: ImportCommand): string {
  return ` To import it: ${sources.map((source) => command(shellWord(input), source)).join(', or ')}`;
}

/** For a folder that nothing can read. */
const BEGIN_ADVICE = ' Check the path, or begin with a small export: stele init <folder>';

/** @returns the command that imports the file, with a space before it; empty if no source reads such a file */
export function adviseForFile(path: string, command: ImportCommand = buildCommand): string {
  const conversion = CONVERSIONS.find(([pattern]) => pattern.test(path))?.[1];
  if (conversion !== undefined) return ` ${conversion}, then: ${command('<folder>', 'csv')}`;
  const sources = sourcesOfFile(basename(path));
  if (sources.includes('markdown')) return ` To import it, give its folder: ${command('<folder>', 'markdown')}`;
  return sources.length === 0 ? '' : commandAdvice(sources, path, command);
}

/** @param names the files in the folder. @returns as for `adviseForFile` */
export function adviseForFolder(
  folder: string,
  names: readonly string[],
  command: ImportCommand = buildCommand,
): string {
  if (names.includes('CURRENT'))
    return ` It is a folder of snapshots: a build has already made it. Serve it: stele serve ${shellWord(folder)}`;
  const sources = sourcesOfFolder(names);
  return sources.length === 0 ? BEGIN_ADVICE : commandAdvice(sources, folder, command);
}

/** Thrown for an input that is not an export. Its message ends with the command that imports the input. */
export class NotAnExport extends ExportError {
  readonly #reason: string;
  readonly #advise: (command?: ImportCommand) => string;

  constructor(reason: string, advise: (command?: ImportCommand) => string) {
    super(`${reason}${advise()}`);
    this.#reason = reason;
    this.#advise = advise;
  }

  /** @returns the error with the command that the user should run instead of `stele build` */
  withCommand(command: ImportCommand): ExportError {
    return new ExportError(`${this.#reason}${this.#advise(command)}`);
  }
}
