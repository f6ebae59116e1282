/**
 * What `--only` names, apart from the commands: processes that are started for one contestant load no more than they need.
 */

/** @param only parts of names, separated by commas; undefined: none */
export const isNamedIn = (only: string | undefined, name: string): boolean =>
  only?.split(',').some((part) => part !== '' && name.includes(part)) ?? false;
