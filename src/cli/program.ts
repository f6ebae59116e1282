/**
 * The command line: its commands, its help, its exit codes.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { DEBUG_VARIABLE, type ExitCode, reportFailure } from './failure.js';
import { helpConfiguration, isShortHelp } from './help/help.js';
import { checkRequiredOptionsLate, directOutput, refuseExcessHelp, refuseUnknownCommand } from './help/usage.js';
import type { CommandIo } from './io.js';
import { packageVersion } from './package.js';
import { addOnFor, type CreateCommand, loadCommand, missingCommand } from './ports/commands.js';
import { loadDatabase } from './ports/database.js';
import { loadImporter } from './ports/importer.js';
import { loadJudge } from './ports/traffic-judge.js';

const epilogue = `
An export is a folder of content: model.json names the types and fields, and each type has a file. A snapshot is a folder that never
changes, made from an export, with an index for every field. Snapshots lie in one folder, and its file CURRENT names the one
that is served.

Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 wrong usage.

Environment: ${DEBUG_VARIABLE}=1 shows where an unexpected failure happened.

Examples:
  $ stele init my-content
  $ stele build tables --from csv --out snapshots
  $ stele serve snapshots
  $ stele help serve
  $ stele serve -h`;

/**
 * The commands of the core by name. A command's code is loaded when the command is run: loading the server's code would
 * take most of the time of `stele list`.
 */
const CORE_COMMANDS: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  completion: async () => (await import('./completion/completion.js')).completionCommand(createProgram),
  build: async () => (await import('./build/build.js')).buildCommand(await loadImporter(), await loadJudge()),
  check: async () => (await import('./build/check.js')).checkCommand,
  plan: async () => (await import('./plan/plan.js')).planCommand,
  init: async () => (await import('./init/init.js')).initCommand,
  serve: async () => (await import('./serve/serve.js')).serveCommand(await loadDatabase()),
  push: async () => (await import('./replicate/push.js')).pushCommand,
  prune: async () => (await import('./replicate/prune.js')).pruneCommand,
  pull: async () => (await import('./replicate/pull.js')).pullCommand,
  keys: async () => (await import('./trust/keys.js')).keysCommand,
  query: async () => (await import('./query/query.js')).queryCommand(await loadDatabase()),
  inspect: async () => (await import('./inspect.js')).inspectCommand,
  list: async () => (await import('./list.js')).listCommand(await loadDatabase()),
  verify: async () => (await import('./verify.js')).verifyCommand,
  diff: async () => (await import('./diff/diff.js')).diffCommand(await loadDatabase()),
  purge: async () => (await import('./diff/purge.js')).purgeCommand,
  rollback: async () => (await import('./rollback.js')).rollbackCommand(await loadDatabase()),
};

const HELP_GROUP = 'Help:';

/** All commands by their group in the help. */
const COMMAND_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Make snapshots:': ['import', 'build', 'watch', 'check', 'init', 'plan', 'load'],
  'Serve them:': ['serve', 'keys', 'push', 'pull', 'prune', 'purge'],
  'Look at them:': ['query', 'inspect', 'list', 'verify', 'diff', 'rollback'],
  'Describe the content:': ['types', 'openapi', 'model'],
  'Measure with recorded traffic:': ['log', 'replay', 'gate', 'advise'],
  [HELP_GROUP]: ['completion'],
};
const COMMANDS = Object.values(COMMAND_GROUPS).flat();

/** @returns the title of the group that has the command */
const groupTitle = (name: string): string =>
  Object.entries(COMMAND_GROUPS).find(([, names]) => names.includes(name))?.[0] ?? HELP_GROUP;

const VERSION_FLAGS: ReadonlySet<string> = new Set(['-V', '--version']);

/** @returns undefined if the command is part of an add-on that is not installed */
function loadNamedCommand(name: string): Promise<CreateCommand | undefined> {
  const addOn = addOnFor(name);
  return addOn === undefined ? (CORE_COMMANDS[name]?.() ?? Promise.resolve(undefined)) : loadCommand(addOn, name);
}

/** @returns the command at the start of the arguments; otherwise all commands, as the help lists them */
function commandNames([first = '']: readonly string[]): readonly string[] {
  if (VERSION_FLAGS.has(first)) return [];
  return COMMANDS.includes(first) ? [first] : COMMANDS;
}

/**
 * @param args arguments after the program's name; only the command that they name is loaded
 * @returns    the command line; it throws CommanderError where commander would end the process
 */
export async function createProgram(io: CommandIo, args: readonly string[] = []): Promise<Command> {
  const isShort = isShortHelp(args);
  const program = new Command('stele')
    .description(
      'Turns content into a fast read-only API: builds a snapshot of it, and serves the snapshot as JSON:API.',
    )
    .version(packageVersion())
    .helpOption('-h, --help', 'print this help; -h prints its short form')
    .commandsGroup(HELP_GROUP)
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp(helpConfiguration(isShort))
    .addHelpText('after', epilogue);
  const names = commandNames(args);
  const commands = await Promise.all(names.map(loadNamedCommand));
  for (const create of commands) {
    if (create !== undefined) {
      const command = create(io);
      program.addCommand(command.helpGroup(groupTitle(command.name())));
    } else if (names.length === 1) throw missingCommand(names[0] ?? '');
  }
  for (const command of allCommands(program)) {
    command.copyInheritedSettings(program).exitOverride();
    directOutput(command, io, isShort);
  }
  return program;
}

/** @returns all commands of the program, itself included */
const allCommands = (program: CommandUnknownOpts): readonly CommandUnknownOpts[] => [
  program,
  ...program.commands.flatMap(allCommands),
];

/** @returns `keys add --help` for `help keys add`; all other arguments unchanged */
function expandHelp(args: readonly string[]): readonly string[] {
  const [first, ...words] = args;
  const isHelpOfCommand = first === 'help' && words[0] !== undefined && !words[0].startsWith('-');
  return isHelpOfCommand ? [...words, '--help'] : args;
}

/**
 * Runs one command to its end.
 *
 * @param args arguments after the program's name
 * @returns    the exit code; never throws
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    const expandedArgs = expandHelp(args);
    const program = await createProgram(io, expandedArgs);
    for (const command of allCommands(program)) checkRequiredOptionsLate(command);
    refuseUnknownCommand(program, expandedArgs);
    if (args[0] === 'help') refuseExcessHelp(program, args.slice(1));
    await program.parseAsync([...expandedArgs], { from: 'user' });
    return 0;
  } catch (error) {
    return reportFailure(error, io);
  }
}
