/**
 * The last line of a finished step: the command that most users run next, ready to be pasted into a shell.
 */

/** @returns the path as one word of a shell: in single quotes if it has other characters than those of plain paths */
export const shellWord = (path: string): string =>
  /^[\w./~:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

/** @param words of a command of `stele`; paths are quoted here. @returns a line such as `Next: stele serve snapshots` */
export const nextStep = (...words: readonly string[]): string => `Next: stele ${words.map(shellWord).join(' ')}\n`;
