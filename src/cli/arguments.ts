/**
 * Reading option values: what the server would refuse is wrong usage here, with the same words.
 */
import { availableParallelism } from 'node:os';
import { type Command, type CommandUnknownOpts, InvalidArgumentError, type OptionValues } from 'commander';
import { OperationError } from '../content/errors/index.js';
import { isName, NAME_RULE, withoutTrailing } from '../content/model/index.js';
import { checkHost, checkPublicUrl, type HostedSpace } from '../server/index.js';
import { KEPT_SNAPSHOTS_MINIMUM } from '../ship/publish/index.js';

/** What a command hands to its action. */
export type OptionsOf<Made extends CommandUnknownOpts> = ReturnType<Made['opts']>;

/** @param added a command that is no more than the options that several share. @returns the first one, with those as well */
export function withOptions<Arguments extends unknown[], Own extends OptionValues, Added extends OptionValues>(
  command: Command<Arguments, Own>,
  added: Command<[], Added>,
): Command<Arguments, Own & Added>;
export function withOptions(command: CommandUnknownOpts, added: CommandUnknownOpts): CommandUnknownOpts {
  for (const option of added.options) command.addOption(option);
  return command;
}

/**
 * Adds the options that an add-on brings, if it is there. Their values are known to the add-on alone.
 *
 * @returns the first command
 */
export function withAddOnOptions<Arguments extends unknown[], Own extends OptionValues>(
  command: Command<Arguments, Own>,
  added: CommandUnknownOpts | undefined,
): Command<Arguments, Own> {
  for (const option of added?.options ?? []) command.addOption(option);
  return command;
}

/**
 * @param flags a command that has no more than options of its own
 * @param given values by the names that commander gives them, of another command that has these options too
 * @returns     the values of the first command's options, with their types
 */
export function ownOptionValues<Own extends OptionValues>(
  flags: Command<[], Own>,
  given: Readonly<Record<string, unknown>>,
): Own {
  for (const option of flags.options) {
    const name = option.attributeName();
    if (given[name] !== undefined) flags.setOptionValue(name, given[name]);
  }
  return flags.opts();
}

/** @returns the check as commander calls it: an OperationError becomes a mistake of usage */
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

/** @returns the reader of an option that may repeat: every value read by `read`, in order */
export function repeatedParser<Value>(
  read: (text: string) => Value,
): (text: string, before: readonly Value[] | undefined) => readonly Value[] {
  return (text, before = []) => [...before, read(text)];
}

/** @returns the path; an empty one, as an unset variable of a shell leaves it, would mean the working folder */
export function parsePath(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('The path is empty. Is a variable unset?');
}

/** A century of seconds, and every number of bytes that a machine has, fit. */
export const WHOLE_NUMBER = /^\d{1,12}$/;
export const DECIMAL_NUMBER = /^\d{1,6}(\.\d{1,3})?$/;

/** @returns the reader of a number; @param rule says what to give in place of what is none of these */
export const numberParser =
  (written: RegExp, isRight: (value: number) => boolean, rule: string) =>
  (text: string): number => {
    const value = Number(text);
    if (written.test(text) && isRight(value)) return value;
    throw new InvalidArgumentError(rule);
  };

/** A TCP port, 0 for any free one. */
export const parsePort = numberParser(WHOLE_NUMBER, (value) => value <= 65_535, 'A port is a number from 0 to 65535.');

const threadsMaximum = 256;

/** @returns how many threads; `auto` for one per processor */
export function parseThreadCount(text: string): number {
  if (text === 'auto') return availableParallelism();
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > threadsMaximum) {
    throw new InvalidArgumentError(`Give a number of threads from 1 to ${threadsMaximum}, or auto.`);
  }
  return value;
}

const secondsMaximum = 86_400;

/** 0 for never. */
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

/** @returns the reader of bytes that are written with a unit; @param rule says how, where a text is none */
export const sizeParser =
  (least: number, rule: string) =>
  (text: string): number => {
    const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,3})?)([kmg])$/i.exec(text) ?? [];
    const bytes = Math.floor(Number(digits) * (unitBytes.get(unit?.toLowerCase() ?? '') ?? Number.NaN));
    if (bytes >= least) return bytes;
    throw new InvalidArgumentError(rule);
  };

/** @returns bytes: `512m`, `1g`, `1.5g`, at least 64m */
export const parseMemory = sizeParser(
  memoryMinimum,
  'A size is a number with k, m or g, at least 64m, such as 800m or 1.5g.',
);

/** @param least below which the value makes no sense */
export const wholeNumberParser = (least: number) =>
  numberParser(WHOLE_NUMBER, (value) => value >= least, `Give a whole number of at least ${least}.`);

/** @returns the reader of a whole number within the two ends */
export const rangeParser = (least: number, most: number) =>
  numberParser(
    WHOLE_NUMBER,
    (value) => value >= least && value <= most,
    `Give a whole number from ${least} to ${most}.`,
  );

const pathPattern = /^(?:\/[A-Za-z0-9._~%-]+)*\/*$/;

/** @returns a path, or an http or https URL, without a slash at its end */
export function parseDeliveryRoot(text: string): string {
  if (pathPattern.test(text)) return withoutTrailing(text, '/');
  return parserOf(checkPublicUrl)(text);
}

const keptMaximum = 1000;

/** @returns how many snapshots are kept; Infinity for `all` */
export function parseSnapshotCount(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (/^\d{1,4}$/.test(text) && value >= KEPT_SNAPSHOTS_MINIMUM && value <= keptMaximum) return value;
  throw new InvalidArgumentError(
    `Give a number from ${KEPT_SNAPSHOTS_MINIMUM} to ${keptMaximum}, or all. One is served, and one is kept to go back to.`,
  );
}

const sharePattern = /^(\d{1,3}(?:\.\d{1,3})?)%$/;

/** @returns the number before the percent sign; NaN where it is no share */
export const parsePercent = (text: string): number => Number(sharePattern.exec(text)?.[1] ?? Number.NaN);

/** @returns a share as it was given: `30%`, from 0 to 100 */
export function parseShare(text: string): string {
  if (parsePercent(text) <= 100) return text;
  throw new InvalidArgumentError('A share is a number from 0 to 100 with a percent sign, such as 30%.');
}

export interface NamedFolder {
  readonly name: string;
  readonly folder: string;
}

export interface FolderOfSpace {
  /** Undefined for the folder that is given without a name. */
  readonly space: string | undefined;
  readonly folder: string;
}

/** @param text `<space>=<rest>`, or the rest alone */
export function splitSpaceName(text: string): { readonly space: string | undefined; readonly rest: string } {
  const [, space, rest = text] = /^([A-Za-z][A-Za-z0-9_-]*)=(.*)$/.exec(text) ?? [];
  return { space, rest };
}

/** @param text a folder, or `<space>=<folder>` */
export function parseFolderOfSpace(text: string): FolderOfSpace {
  const { space, rest } = splitSpaceName(text);
  return { space, folder: parsePath(rest) };
}

/** @param text `<space>=<host>` */
export function parseHostedSpace(text: string): HostedSpace {
  const mark = text.indexOf('=');
  const space = text.slice(0, mark);
  if (mark < 0 || !isName(space)) {
    throw new InvalidArgumentError('A host is given as <space>=<host>, such as shop=shop.example.');
  }
  return { space, ...parserOf(checkHost)(text.slice(mark + 1)) };
}

/** @param text `<name>=<snapshots>` */
export function parseNamedFolder(text: string): NamedFolder {
  const mark = text.indexOf('=');
  const [name, folder] = [text.slice(0, mark), text.slice(mark + 1)];
  if (mark < 0 || folder === '') {
    throw new InvalidArgumentError('A space is given as <name>=<snapshots>, such as shop=./snapshots.');
  }
  if (!isName(name)) throw new InvalidArgumentError(`"${name}" cannot name a space in a path: ${NAME_RULE}.`);
  return { name, folder };
}
