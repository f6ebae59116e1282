/**
 * The help of commands: its width, its notes on options, and its short form, which -h prints.
 *
 * A command adds its help text (paragraphs, then examples) as one string, whose paragraphs are wrapped here.
 * Elsewhere: the commands and their groups (program), lines of a width (layout), messages about wrong usage (usage).
 */
import type { Argument, CommandUnknownOpts, Help, Option } from 'commander';
import type { Output } from '../io.js';
import { layOut, shorten, wrap } from './layout.js';

/** Width of help that is not printed on a terminal, in UTF-16 units. */
const DEFAULT_WIDTH = 80;
/** Longer lines are hard to read. */
const WIDTH_MAXIMUM = 110;
const WIDTH_MINIMUM = 40;

/** The flag of the short form. The long form is `--help`. */
const SHORT_FLAG = '-h';

/** Whether the arguments ask for the short form of the help. */
export const isShortHelp = (args: readonly string[]): boolean => args.includes(SHORT_FLAG) && !args.includes('--help');

/** @returns the width of help on this stream */
export function helpWidth({ isTTY, columns }: Output): number {
  if (isTTY !== true || columns === undefined || columns === 0) return DEFAULT_WIDTH;
  return Math.min(WIDTH_MAXIMUM, Math.max(WIDTH_MINIMUM, columns));
}

/** @returns the description of an option with its choices and its default, except the default of a switch */
export function describeOption({
  description,
  argChoices,
  defaultValue,
  presetArg,
  required,
  optional,
}: Option): string {
  const takesValue = required || optional;
  const notes = [
    ...(argChoices === undefined ? [] : [`choices: ${argChoices.join(', ')}`]),
    ...(takesValue && defaultValue !== undefined ? [`default: ${String(defaultValue)}`] : []),
    ...(optional && presetArg !== undefined ? [`without a value: ${String(presetArg)}`] : []),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

function describeArgument({ description, argChoices, defaultValue }: Argument): string {
  const notes = [
    ...(argChoices === undefined ? [] : [`choices: ${argChoices.join(', ')}`]),
    ...(defaultValue === undefined ? [] : [`default: ${String(defaultValue)}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

const requiredOptions = new WeakSet<Option>();

/** Makes the help say that the option is required: commander says so nowhere. */
export function markRequired(option: Option): void {
  requiredOptions.add(option);
}

const withRequired = (option: Option, description: string): string =>
  requiredOptions.has(option) ? `required: ${description}` : description;

const longHelp = {
  optionDescription: (option: Option) => withRequired(option, describeOption(option)),
  argumentDescription: describeArgument,
  formatItem: (term: string, termWidth: number, description: string, { helpWidth }: Help) =>
    layOut(term, termWidth, helpWidth ?? DEFAULT_WIDTH, (width) => wrap(description, width)),
} satisfies Partial<Help>;

/** The main clause of each option. Arguments and commands have all of their descriptions. */
const shortHelp = {
  optionDescription: (option: Option) => withRequired(option, option.description),
  argumentDescription: describeArgument,
  formatItem: (term: string, termWidth: number, description: string, { helpWidth }: Help) =>
    layOut(term, termWidth, helpWidth ?? DEFAULT_WIDTH, (width) =>
      term.startsWith('-') ? shorten(description, width) : wrap(description, width),
    ),
} satisfies Partial<Help>;

/** @returns a name of a command; of a command below another one also its arguments, as there are few of them */
const nameOrUsage = (command: CommandUnknownOpts): string =>
  command.parent?.parent == null ? command.name() : `${command.name()} ${command.usage()}`;

/** @returns the settings for commander */
export const helpConfiguration = (isShort: boolean): Partial<Help> => ({
  subcommandTerm: nameOrUsage,
  ...(isShort ? shortHelp : longHelp),
});

/** Wraps paragraphs at the width. Indented lines, such as examples and lists of options, stay unchanged. */
export function wrapParagraphs(text: string, width: number): string {
  return text.replace(/^\S.*(?:\n\S.*)*/gm, (paragraph) => wrap(paragraph.replaceAll('\n', ' '), width).join('\n'));
}

const EXAMPLES = '\nExamples:\n';

/** @returns the examples of a help text, for the short form; the text unchanged if it has none */
export function onlyExamples(text: string): string {
  const start = text.indexOf(EXAMPLES);
  return start < 0 ? text : text.slice(start);
}
