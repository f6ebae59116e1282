/**
 * Paths in commands that messages show, ready to be pasted into a shell.
 */

/** @returns the path as one word of a shell: in single quotes if it has other characters than those of plain paths */
export const shellWord = (path: string): string =>
  /^[\w./~:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
