/**
 * Parsers of option values, and helpers that add options to commands.
 *
 * A value that the server would refuse is wrong usage here, with the same message.
 */
import { availableParallelism } from 'node:os';
import { type Command, type CommandUnknownOpts, InvalidArgumentError, type OptionValues } from 'commander';
import { didYouMean, list, OperationError } from '../content/errors/index.js';
import { isName, NAME_RULE, withoutTrailing } from '../content/model/index.js';
import { checkHost, checkPublicUrl, type HostedSpace } from '../server/index.js';
import { KEPT_SNAPSHOTS_MINIMUM } from '../ship/publish/index.js';

/** The values that a command passes to its action. */
export type OptionsOf<CommandType extends CommandUnknownOpts> = ReturnType<CommandType['opts']>;

/** @param added a command without an action; its options are added. @returns `command`, with the added options */
export function withOptions<Arguments extends unknown[], Own extends OptionValues, Added extends OptionValues>(
  command: Command<Arguments, Own>,
  added: Command<[], Added>,
): Command<Arguments, Own & Added>;
export function withOptions(command: CommandUnknownOpts, added: CommandUnknownOpts): CommandUnknownOpts {
  for (const option of added.options) command.addOption(option);
  return command;
}

/**
 * Adds the options that an add-on contributes. Only the add-on knows the types of their values.
 *
 * @param added undefined if the add-on is not installed: no option is added
 * @returns     `command`
 */
export function withAddOnOptions<Arguments extends unknown[], Own extends OptionValues>(
  command: Command<Arguments, Own>,
  added: CommandUnknownOpts | undefined,
): Command<Arguments, Own> {
  for (const option of added?.options ?? []) command.addOption(option);
  return command;
}

/**
 * Picks the values of one group of options out of all values of a command.
 *
 * @param flags  a command without an action that has the options of the group
 * @param values values of all options, by the names that commander uses for them
 * @returns      the values of the group, with their types
 */
export function ownOptionValues<Own extends OptionValues>(
  flags: Command<[], Own>,
  values: Readonly<Record<string, unknown>>,
): Own {
  for (const option of flags.options) {
    const name = option.attributeName();
    if (values[name] !== undefined) flags.setOptionValue(name, values[name]);
  }
  return flags.opts();
}

/**
 * Finds an option that the user has given, among some.
 *
 * @param names by which commander knows the values of the options
 * @returns     such as `--keep`; undefined if none of them is given
 */
export function findGivenOption(command: CommandUnknownOpts, names: readonly string[]): string | undefined {
  const name = names.find((candidate) => command.getOptionValueSource(candidate) === 'cli');
  return command.options.find((option) => option.attributeName() === name)?.long ?? undefined;
}

/**
 * Ends with wrong usage if an option is given that has no effect without another one, which is missing.
 *
 * @param names  of values, as for `findGivenOption`
 * @param needed the missing option, such as `--from <source>`
 */
export function refuseIneffective(command: CommandUnknownOpts, names: readonly string[], needed: string): void {
  const option = findGivenOption(command, names);
  if (option !== undefined)
    command.error(`${option} has no effect without ${needed}: add that, or leave ${option} out`);
}

/** @returns the check as a parser for commander: an OperationError becomes wrong usage */
export function parserOf<Value>(check: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return check(text);
    } catch (error) {
      if (error instanceof OperationError) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };
}

/** @returns the parser of a value that must be one of the choices; a misspelt value gets a suggestion */
export const choiceParser =
  (choices: readonly string[]) =>
  (text: string): string => {
    if (choices.includes(text)) return text;
    throw new InvalidArgumentError(`Allowed choices are ${list(choices)}.${didYouMean(text, choices)}`);
  };

/** @returns the parser of an option that may be repeated; its value is the list of parsed values, in order */
export function repeatedParser<Value>(
  read: (text: string) => Value,
): (text: string, previous: readonly Value[] | undefined) => readonly Value[] {
  return (text, previous = []) => [...previous, read(text)];
}

/**
 * Refuses an empty path, which usually comes from an unset shell variable and would mean the working folder, and the name of an
 * option, which commander takes for the value of the option before it.
 */
export function parsePath(text: string): string {
  if (text === '') throw new InvalidArgumentError('The path is empty. Is a variable unset?');
  if (/^--\w/.test(text)) {
    throw new InvalidArgumentError(`"${text}" is an option. If it is the name of a file, write ./${text} instead.`);
  }
  return text;
}

/** Digits of a whole number. 12 digits are enough for a century in seconds and for every size in bytes. */
export const WHOLE_NUMBER = /^\d{1,12}$/;
export const DECIMAL_NUMBER = /^\d{1,6}(\.\d{1,3})?$/;

/** @param message tells the user which numbers are allowed. @returns the parser of a number */
export const numberParser =
  (pattern: RegExp, isAllowed: (value: number) => boolean, message: string) =>
  (text: string): number => {
    const value = Number(text);
    if (pattern.test(text) && isAllowed(value)) return value;
    throw new InvalidArgumentError(message);
  };

/** A TCP port, 0 for any free one. */
export const parsePort = numberParser(WHOLE_NUMBER, (value) => value <= 65_535, 'A port is a number from 0 to 65535.');

const threadsMaximum = 256;

/** @param text a number, or `auto` for one thread per processor. @returns the number of threads */
export function parseThreadCount(text: string): number {
  if (text === 'auto') return availableParallelism();
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > threadsMaximum) {
    throw new InvalidArgumentError(`Give a number of threads from 1 to ${threadsMaximum}, or auto.`);
  }
  return value;
}

const secondsMaximum = 86_400;

/** Seconds between two checks; 0 means never. */
export const parseSeconds = numberParser(
  DECIMAL_NUMBER,
  (value) => value <= secondsMaximum,
  `Give seconds from 0 to ${secondsMaximum}, such as 5 or 0.5.`,
);

const unitBytes: ReadonlyMap<string, number> = new Map([
  ['k', 2 ** 10],
  ['m', 2 ** 20],
  ['g', 2 ** 30],
]);
const memoryMinimum = 2 ** 26;

/** @param message tells the user how to write a size. @returns the parser of a size with a unit, in bytes */
export const sizeParser =
  (minimum: number, message: string) =>
  (text: string): number => {
    const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,3})?)([kmg])$/i.exec(text) ?? [];
    const bytes = Math.floor(Number(digits) * (unitBytes.get(unit?.toLowerCase() ?? '') ?? Number.NaN));
    if (bytes >= minimum) return bytes;
    throw new InvalidArgumentError(message);
  };

/** Parses `512m`, `1g` or `1.5g` to bytes; at least 64m. */
export const parseMemory = sizeParser(
  memoryMinimum,
  'A size is a number with k, m or g, at least 64m, such as 800m or 1.5g.',
);

export const wholeNumberParser = (minimum: number) =>
  numberParser(WHOLE_NUMBER, (value) => value >= minimum, `Give a whole number of at least ${minimum}.`);

/** @returns the parser of a whole number from `minimum` to `maximum`, both included */
export const rangeParser = (minimum: number, maximum: number) =>
  numberParser(
    WHOLE_NUMBER,
    (value) => value >= minimum && value <= maximum,
    `Give a whole number from ${minimum} to ${maximum}.`,
  );

const pathPattern = /^(?:\/[A-Za-z0-9._~%-]+)*\/*$/;

/** @param text a path, or an http or https URL. @returns it without a slash at its end */
export function parseDeliveryRoot(text: string): string {
  if (pathPattern.test(text)) return withoutTrailing(text, '/');
  return parserOf(checkPublicUrl)(text);
}

const snapshotCountMaximum = 1000;

/** @returns the number of snapshots to keep; Infinity for `all` */
export function parseSnapshotCount(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (/^\d{1,4}$/.test(text) && value >= KEPT_SNAPSHOTS_MINIMUM && value <= snapshotCountMaximum) return value;
  throw new InvalidArgumentError(
    `Give a number from ${KEPT_SNAPSHOTS_MINIMUM} to ${snapshotCountMaximum}, or all. Two is the minimum: the served snapshot, and one to roll back to.`,
  );
}

const sharePattern = /^(\d{1,3}(?:\.\d{1,3})?)%$/;

/** @returns the number before the percent sign; NaN if the text is not a share */
export const parsePercent = (text: string): number => Number(sharePattern.exec(text)?.[1] ?? Number.NaN);

/** @returns the text unchanged if it is a share from 0% to 100%, such as `30%` */
export function parseShare(text: string): string {
  if (parsePercent(text) <= 100) return text;
  throw new InvalidArgumentError('A share is a number from 0 to 100 with a percent sign, such as 30%.');
}

export interface NamedFolder {
  readonly name: string;
  readonly folder: string;
}

export interface FolderOfSpace {
  /** Undefined if the folder is given without a name. */
  readonly space: string | undefined;
  readonly folder: string;
}

/** @param text `<space>=<value>`, or the value alone */
export function splitSpaceName(text: string): { readonly space: string | undefined; readonly value: string } {
  const [, space, value = text] = /^([A-Za-z][A-Za-z0-9_-]*)=(.*)$/.exec(text) ?? [];
  return { space, value };
}

/** @param text a folder, or `<space>=<folder>` */
export function parseFolderOfSpace(text: string): FolderOfSpace {
  const { space, value } = splitSpaceName(text);
  return { space, folder: parsePath(value) };
}

/** @param text `<space>=<host>` */
export function parseHostedSpace(text: string): HostedSpace {
  const separatorIndex = text.indexOf('=');
  const space = text.slice(0, separatorIndex);
  if (separatorIndex < 0 || !isName(space)) {
    throw new InvalidArgumentError('A host is given as <space>=<host>, such as shop=shop.example.');
  }
  return { space, ...parserOf(checkHost)(text.slice(separatorIndex + 1)) };
}

/** @param text `<name>=<snapshots>` */
export function parseNamedFolder(text: string): NamedFolder {
  const separatorIndex = text.indexOf('=');
  const [name, folder] = [text.slice(0, separatorIndex), text.slice(separatorIndex + 1)];
  if (separatorIndex < 0 || folder === '') {
    throw new InvalidArgumentError('A space is given as <name>=<snapshots>, such as shop=./snapshots.');
  }
  if (!isName(name)) throw new InvalidArgumentError(`"${name}" cannot name a space in a path: ${NAME_RULE}.`);
  return { name, folder };
}
