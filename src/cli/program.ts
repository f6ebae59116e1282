/**
 * The command line as a whole: its commands, its help, its exit codes.
 */
import { Command } from 'commander';
import { buildCommand } from './build/build.js';
import { checkCommand } from './build/check.js';
import { modelCommand } from './describe/model.js';
import { openApiCommand } from './describe/openapi.js';
import { typesCommand } from './describe/types.js';
import { diffCommand } from './diff/diff.js';
import { DEBUG_VARIABLE, type ExitCode, explain } from './failure.js';
import { fleetCommand } from './fleet/fleet.js';
import { waitCommand } from './fleet/wait.js';
import { importCommand } from './import/import.js';
import { initCommand } from './init/init.js';
import { inspectCommand } from './inspect.js';
import type { CommandIo } from './io.js';
import { listCommand } from './list.js';
import { loadCommand } from './load/load.js';
import { packageVersion } from './package.js';
import { queryCommand } from './query/query.js';
import { pullCommand } from './replicate/pull.js';
import { pushCommand } from './replicate/push.js';
import { rollbackCommand } from './rollback.js';
import { serveCommand } from './serve/serve.js';
import { adviseCommand } from './traffic/advise.js';
import { gateCommand } from './traffic/gate.js';
import { logCommand } from './traffic/log.js';
import { replayCommand } from './traffic/replay.js';
import { keysCommand } from './trust/keys.js';
import { verifyCommand } from './verify.js';

const epilogue = `
Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 wrong usage.
Environment: ${DEBUG_VARIABLE}=1 shows where an unexpected failure happened.

Examples:
  $ stele build ./export --out ./snapshots
  $ stele serve ./snapshots
  $ stele help serve`;

/** @returns the whole command line; commander's own endings are thrown instead of ending the process */
export function createProgram(io: CommandIo): Command {
  const program = new Command('stele')
    .description('A static, precomputed index server for content: exports in, JSON:API out.')
    .version(packageVersion())
    .addHelpText('after', epilogue)
    .showHelpAfterError('(add --help for how it is used)');
  const commands = [
    buildCommand,
    checkCommand,
    importCommand,
    initCommand,
    loadCommand,
    serveCommand,
    pushCommand,
    pullCommand,
    keysCommand,
    waitCommand,
    fleetCommand,
    queryCommand,
    inspectCommand,
    listCommand,
    verifyCommand,
    diffCommand,
    rollbackCommand,
    logCommand,
    replayCommand,
    gateCommand,
    adviseCommand,
    modelCommand,
    openApiCommand,
    typesCommand,
  ];
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
    await createProgram(io).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, io);
  }
}
