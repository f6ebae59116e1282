/**
 * The command line as a whole: its commands, its help, its exit codes.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { DEBUG_VARIABLE, type ExitCode, explain } from './failure.js';
import type { CommandIo } from './io.js';
import { packageVersion } from './package.js';

const epilogue = `
Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 wrong usage.
Environment: ${DEBUG_VARIABLE}=1 shows where an unexpected failure happened.

Examples:
  $ stele build ./export --out ./snapshots
  $ stele serve ./snapshots
  $ stele help serve`;

/**
 * The commands by name, in the order of the help. Each is loaded only when it is asked for: reading a server's code takes
 * most of the time that `stele list` needs.
 */
const COMMANDS: Readonly<Record<string, () => Promise<(io: CommandIo) => CommandUnknownOpts>>> = {
  build: async () => (await import('./build/build.js')).buildCommand,
  watch: async () => (await import('../../addons/import/commands/watch/watch.js')).watchCommand,
  check: async () => (await import('./build/check.js')).checkCommand,
  plan: async () => (await import('./plan/plan.js')).planCommand,
  import: async () => (await import('../../addons/import/commands/import.js')).importCommand,
  init: async () => (await import('./init/init.js')).initCommand,
  load: async () => (await import('../../addons/sql/commands/load.js')).loadCommand,
  serve: async () => (await import('./serve/serve.js')).serveCommand,
  push: async () => (await import('./replicate/push.js')).pushCommand,
  pull: async () => (await import('./replicate/pull.js')).pullCommand,
  keys: async () => (await import('./trust/keys.js')).keysCommand,
  query: async () => (await import('./query/query.js')).queryCommand,
  inspect: async () => (await import('./inspect.js')).inspectCommand,
  list: async () => (await import('./list.js')).listCommand,
  verify: async () => (await import('./verify.js')).verifyCommand,
  diff: async () => (await import('./diff/diff.js')).diffCommand,
  purge: async () => (await import('./diff/purge.js')).purgeCommand,
  rollback: async () => (await import('./rollback.js')).rollbackCommand,
  log: async () => (await import('../../addons/tune/commands/log.js')).logCommand,
  replay: async () => (await import('../../addons/tune/commands/replay.js')).replayCommand,
  gate: async () => (await import('../../addons/tune/commands/gate.js')).gateCommand,
  advise: async () => (await import('../../addons/tune/commands/advise.js')).adviseCommand,
  model: async () => (await import('../../addons/describe/commands/model.js')).modelCommand,
  openapi: async () => (await import('../../addons/describe/commands/openapi.js')).openApiCommand,
  types: async () => (await import('../../addons/describe/commands/types.js')).typesCommand,
};

const VERSION_FLAGS: ReadonlySet<string> = new Set(['-V', '--version']);

/** @returns the command that the arguments begin with; otherwise all, for the help names all */
function askedOf([first = '']: readonly string[]): readonly string[] {
  if (VERSION_FLAGS.has(first)) return [];
  return Object.hasOwn(COMMANDS, first) ? [first] : Object.keys(COMMANDS);
}

/**
 * @param args what follows the program's name: commands that they do not ask for may be left out
 * @returns    the command line; commander's own endings are thrown instead of ending the process
 */
export async function createProgram(io: CommandIo, args: readonly string[] = []): Promise<Command> {
  const program = new Command('stele')
    .description('A static, precomputed index server for content: exports in, JSON:API out.')
    .version(packageVersion())
    .addHelpText('after', epilogue)
    .showHelpAfterError('(add --help for how it is used)');
  const commands = await Promise.all(askedOf(args).map((name) => COMMANDS[name]!()));
  for (const create of commands) program.addCommand(create(io));
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.copyInheritedSettings(program).exitOverride();
    command.configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  }
  return program;
}

/**
 * Runs one command to its end.
 *
 * @param args what follows the program's name
 * @returns    the exit code; never throws
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    const program = await createProgram(io, args);
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, io);
  }
}
