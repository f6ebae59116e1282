/**
 * The last line of a finished step: the command that most users run next, ready to be pasted into a shell.
 */

import { shellWord } from '../content/errors/index.js';

/** @param words of a command of `stele`; paths are quoted here. @returns a line such as `Next: stele serve snapshots` */
export const nextStep = (...words: readonly string[]): string => `Next: stele ${words.map(shellWord).join(' ')}\n`;
