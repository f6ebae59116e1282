/**
 * The last line of a finished step: the command that most users run next, ready to be pasted into a shell.
 */

import { shellWord } from '../content/errors/index.js';

/**
 * The command under which the user started the program: `npx stele` where npx found it in the packages of a project, as a shell
 * finds no `stele` there. npm gives the command that it runs to the program's environment.
 */
export function programName(environment: NodeJS.ProcessEnv): string {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = environment;
  return event === 'npx' && /^["']?stele\b/.test(script) ? 'npx stele' : 'stele';
}

/**
 * @param words       of a command of `stele`; paths are quoted here
 * @param environment of the process
 * @returns a line such as `Next: stele serve snapshots`
 */
export const nextStep = (words: readonly string[], environment: NodeJS.ProcessEnv): string =>
  `Next: ${programName(environment)} ${words.map(shellWord).join(' ')}\n`;
