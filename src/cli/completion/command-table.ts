/**
 * The table from which completion scripts are generated: every command with its options, as plain data.
 *
 * A script contains the whole table, so that a shell completes without starting Node.js.
 */
import type { CommandUnknownOpts } from 'commander';

export interface CompletedOption {
  /** Such as `--out`. */
  readonly name: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Allowed values; empty if there is no list of them. The shell then completes names of files. */
  readonly choices: readonly string[];
}

export interface CompletedCommand {
  /** The words that name the command, separated by spaces; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  /** Names of the commands directly below. */
  readonly children: readonly string[];
  /** Allowed values of the first argument. */
  readonly choices: readonly string[];
  readonly options: readonly CompletedOption[];
}

const optionsOf = (command: CommandUnknownOpts): readonly CompletedOption[] => [
  ...command.options.map((option) => ({
    name: option.long ?? option.short ?? '',
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  })),
  { name: '--help', description: 'display help for command', takesValue: false, choices: [] },
];

/** @returns the program and all its commands, parents first */
export function buildCommandTable(program: CommandUnknownOpts): readonly CompletedCommand[] {
  const addCommand = (command: CommandUnknownOpts, path: string): readonly CompletedCommand[] => {
    const children = command.commands.map((child) => child.name());
    const entry = {
      path,
      description: command.description(),
      children: path === '' ? [...children, 'help'] : children,
      choices: command.registeredArguments[0]?.argChoices ?? [],
      options: optionsOf(command),
    };
    return [entry, ...command.commands.flatMap((child) => addCommand(child, `${path} ${child.name()}`.trim()))];
  };
  return addCommand(program, '');
}
