/**
 * A header as it is, and so long that nobody remembers what it was found to mean when it came last.
 */
const longerThanRemembered = 300;

/** @returns both; the longer one ends in spaces, which mean nothing */
export const bothOf = (header: string | undefined): readonly (string | undefined)[] =>
  header === undefined || header === '' ? [header] : [header, header.padEnd(longerThanRemembered)];
