/**
 * `stele completion`: prints a script with which a shell completes commands, options and values.
 */
import { Argument, Command, type CommandUnknownOpts } from 'commander';
import type { CommandIo } from '../io.js';
import { bashScript } from './bash.js';
import { buildCommandTable, type CompletedCommand } from './command-table.js';
import { fishScript } from './fish.js';
import { zshScript } from './zsh.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const examples = `
Write the script to a file that the shell reads when it starts, and write it again after an upgrade of stele. The script contains
all commands and options: completing does not start stele. It completes "npx stele" too, once the shell has read it: bash and fish
need it also under the name npx, or in .bashrc or config.fish.

Examples:
  $ stele completion bash > ~/.local/share/bash-completion/completions/stele
  $ stele completion zsh > ~/.zfunc/_stele
  $ stele completion fish > ~/.config/fish/completions/stele.fish
  $ npx stele completion bash > ~/.local/share/bash-completion/completions/npx
  $ npx stele completion fish > ~/.config/fish/completions/npx.fish
  $ source <(stele completion bash)`;

/** @param createProgram creates the command line with all commands, to read the table from it */
export const completionCommand =
  (createProgram: (io: CommandIo) => Promise<CommandUnknownOpts>) =>
  (io: CommandIo): CommandUnknownOpts =>
    new Command('completion')
      .description('print a script that completes commands and options in a shell')
      .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(SHELLS))
      .addHelpText('after', examples)
      .action(async (shell) => {
        io.stdout.write(SCRIPTS[shell](buildCommandTable(await createProgram(io))));
      });
