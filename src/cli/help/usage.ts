/**
 * Wrong usage: the messages about commands, arguments and options, and the order in which mistakes are reported.
 *
 * Every message begins with "stele: ", as all errors do. A misspelt option is reported before a missing one, because it is
 * often the cause. Elsewhere: failures of a command that was used correctly (failure).
 */
import { type CommandUnknownOpts, InvalidArgumentError } from 'commander';
import { distance } from 'fastest-levenshtein';
import { didYouMean } from '../../content/errors/index.js';
import type { CommandIo } from '../io.js';
import { describeOption, helpWidth, markRequired, onlyExamples, wrapParagraphs } from './help.js';

/** An error of commander begins with this text. */
const COMMANDER_PREFIX = /^error: /;

const MISSING_ARGUMENT = 'error: missing required argument';

/** Commander's message about an unknown option, without a suggestion; group 1 is the option. */
const UNKNOWN_OPTION = /^error: unknown option '([^']*)'\s*$/;

const TOO_MANY_ARGUMENTS = /^error: too many arguments/;

/** Letters that other programs have for these options. Options here have long names. */
const LONG_NAMES: Readonly<Record<string, readonly string[]>> = {
  f: ['--from'],
  o: ['--out'],
  p: ['--port'],
  t: ['--threads'],
  v: ['--verbose', '--version'],
};

/** Patterns of commander's messages, and the messages of this program. */
const REPHRASED: readonly (readonly [RegExp, string])[] = [
  [/\n\(Did you mean (?:one of )?(.+?)\?\)$/, '. Did you mean "$1"?'],
  [/^unknown option '(.*?)'/s, 'there is no option "$1"'],
  [/^option '(?:-\w, )?(--[\w-]+).*?' argument '(.*?)' is invalid\. /s, 'the value "$2" of $1 is invalid. '],
  [/^command-argument value '(.*?)' is invalid for argument '(.+?)'\. /s, 'the argument <$2> "$1" is invalid. '],
  [/^option '(.+)' argument missing$/, 'the option $1 has no value'],
  [/^option '(--[\w-]+).*?' cannot be used with option '(--[\w-]+).*?'$/, '$1 cannot be used with $2'],
];

function rephrase(text: string): string {
  let message = text.trimEnd().replace(COMMANDER_PREFIX, '');
  for (const [pattern, replacement] of REPHRASED) message = message.replace(pattern, replacement);
  message = message.replace(
    /"(--[^"]+)"\?$/,
    (_, names: string) =>
      `${names
        .split(', ')
        .map((name) => `"${name}"`)
        .join(' or ')}?`,
  );
  return /[.?!]$/.test(message) || message.includes('\n') ? message : `${message}.`;
}

/** @returns the name of a command with the names of its parents: `stele keys add` */
export function fullName(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}

/** Options that were mandatory before `checkRequiredOptionsLate`, by the names of their values. */
const requiredOptions = new WeakMap<CommandUnknownOpts, readonly string[]>();

interface MissingPart {
  readonly term: string;
  readonly description: string;
}

/** @returns each required argument and option that has no value */
function missingParts(command: CommandUnknownOpts): readonly MissingPart[] {
  const required = requiredOptions.get(command) ?? [];
  const missingArguments = command.registeredArguments.filter(
    (argument, place) => argument.required && command.args[place] === undefined,
  );
  const missingOptions = command.options.filter(
    (option) =>
      required.includes(option.attributeName()) && command.getOptionValue(option.attributeName()) === undefined,
  );
  return [
    ...missingArguments.map((argument) => ({ term: `<${argument.name()}>`, description: argument.description })),
    ...missingOptions.map((option) => ({ term: option.flags, description: describeOption(option) })),
  ];
}

/** @returns such as `"stele build" needs <export> and --out <snapshots>`, followed by a line for each of them */
function describeMissingParts(command: CommandUnknownOpts, parts: readonly MissingPart[]): string {
  const terms = parts.map(({ term }) => term);
  const last = terms.at(-1) ?? '';
  const listed = terms.length === 1 ? last : `${terms.slice(0, -1).join(', ')} and ${last}`;
  const width = Math.max(...terms.map(({ length }) => length));
  const lines = parts.map(({ term, description }) => `  ${term.padEnd(width)}  ${description}`);
  return `"${fullName(command)}" needs ${listed}:\n${lines.join('\n')}${describeWrongArgument(command)}`;
}

/** @returns a line on the first argument that is none of its choices: the missing one may stand in its place; else empty */
function describeWrongArgument(command: CommandUnknownOpts): string {
  for (const [place, argument] of command.registeredArguments.entries()) {
    const word = command.args[place];
    if (word === undefined || argument.argChoices?.includes(word) !== false) continue;
    try {
      argument.parseArg?.(word, undefined);
    } catch (error) {
      if (error instanceof InvalidArgumentError) return `\n"${word}" is no <${argument.name()}>. ${error.message}`;
      throw error;
    }
  }
  return '';
}

/** @returns a line that names the first argument too many, and the arguments that the command takes */
function describeExcess(command: CommandUnknownOpts): string {
  const expected = command.registeredArguments;
  const extra = command.args[expected.length] ?? '';
  const taken = expected.map((argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`));
  const takes = taken.length === 0 ? 'no argument' : taken.join(' ');
  return `too many arguments: "${fullName(command)}" takes ${takes}, so "${extra}" is one too many. A path with spaces needs quotes.`;
}

/** @returns advice on an unknown option that has no similar name; empty if there is none */
function adviseOnOption(command: CommandUnknownOpts, given: string): string {
  const [, letter = ''] = /^-([a-z])$/i.exec(given) ?? [];
  const options = command.options.flatMap(({ long }) => long ?? []);
  const named = (LONG_NAMES[letter] ?? []).find((name) => options.includes(name));
  if (named !== undefined) return ` Did you mean "${named}"?`;
  const takesUrl = command.registeredArguments[0]?.description.includes('postgres://') === true;
  if (given === '--from' && takesUrl)
    return ` For a database, give its URL in place of the folder: ${fullName(command)} postgres://…`;
  return '';
}

function usageHint(command: CommandUnknownOpts): string {
  return command.commands.length > 0
    ? `Run "${fullName(command)} --help" to list the commands.`
    : `Run "${fullName(command)} --help" to see the arguments, options and examples.`;
}

/** @param text commander's message. @returns it in the words of this program */
function describeUsageError(command: CommandUnknownOpts, text: string): string {
  if (text.startsWith(MISSING_ARGUMENT)) return describeMissingParts(command, missingParts(command));
  if (TOO_MANY_ARGUMENTS.test(text)) return describeExcess(command);
  const [, unknownOption] = UNKNOWN_OPTION.exec(text) ?? [];
  return `${rephrase(text)}${unknownOption === undefined ? '' : adviseOnOption(command, unknownOption)}`;
}

/**
 * Connects a command to the streams, and makes it report wrong usage in the words of this program.
 *
 * @param isShort whether help is printed in its short form
 */
export function directOutput(command: CommandUnknownOpts, io: CommandIo, isShort: boolean): void {
  const widths = { out: helpWidth(io.stdout), err: helpWidth(io.stderr) };
  const formatHelp = (text: string, width: number): string =>
    wrapParagraphs(isShort ? onlyExamples(text) : text, width);
  command.configureOutput({
    writeOut: (text) => io.stdout.write(formatHelp(text, widths.out)),
    writeErr: (text) => io.stderr.write(formatHelp(text, widths.err)),
    getOutHelpWidth: () => widths.out,
    getErrHelpWidth: () => widths.err,
    outputError(text) {
      io.stderr.write(`stele: ${describeUsageError(command, text)}\n${usageHint(command)}\n`);
    },
  });
}

/** Makes a command check its required options after unknown options and arguments: commander checks them first. */
export function checkRequiredOptionsLate(command: CommandUnknownOpts): void {
  const required = command.options.filter(({ mandatory }) => mandatory);
  requiredOptions.set(
    command,
    required.map((option) => option.attributeName()),
  );
  for (const option of required) {
    option.makeOptionMandatory(false);
    markRequired(option);
  }
  command.hook('preAction', (_, target) => {
    if (target === command && missingParts(command).length > 0) command.error(MISSING_ARGUMENT);
  });
}

/** @returns a suggestion; empty if less than half of the letters agree: "foo" and "log" are two edits of three apart */
function suggestCommand(word: string, names: readonly string[]): string {
  return didYouMean(
    word,
    names.filter((name) => distance(word, name) * 2 <= Math.max(word.length, name.length)),
  );
}

/** @returns a suggestion of the option whose name is the word: `--version` for `version`; empty if there is none */
function suggestOption(command: CommandUnknownOpts, word: string): string {
  const option = command.options.find(({ long }) => long === `--${word}`);
  return option === undefined ? '' : ` Did you mean ${option.long}?`;
}

/**
 * Ends with wrong usage if the first arguments name no command, or a command that needs one of its commands. Commander would print the general help instead if --help
 * follows.
 */
export function refuseUnknownCommand(program: CommandUnknownOpts, args: readonly string[]): void {
  let command = program;
  for (const word of args) {
    const names = command.commands.map((child) => child.name());
    if (names.length === 0 || word.startsWith('-') || (command === program && word === 'help')) return;
    const named = command.commands.find((child) => child.name() === word);
    if (named === undefined)
      command.error(`there is no command "${word}".${suggestOption(command, word) || suggestCommand(word, names)}`);
    else command = named;
  }
  if (command !== program && command.commands.length > 0) refuseMissingCommand(command);
}

/** Ends with wrong usage if `stele help` is given more words than the name of a command. */
export function refuseExcessHelp(program: CommandUnknownOpts, words: readonly string[]): void {
  let command = program;
  for (const word of words) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (child === undefined && command.commands.length === 0 && !word.startsWith('-')) {
      command.error(
        `"stele help" prints the help of one command, and "${fullName(command)}" has no command "${word}".`,
      );
    }
    command = child ?? command;
  }
}

/** Ends with wrong usage: names the commands of a command that was given none of them. */
function refuseMissingCommand(command: CommandUnknownOpts): never {
  const width = Math.max(...command.commands.map((child) => child.name().length));
  const lines = command.commands.map((child) => `\n  ${child.name().padEnd(width)}  ${child.description()}`);
  return command.error(`"${fullName(command)}" needs one of its commands:${lines.join('')}`);
}
