/**
 * Regular expressions from lists of alternatives, so that a list has one alternative per line.
 *
 * An alternative is the source of a pattern: `?` and `\w` keep their meaning.
 */

/** @returns the source of a group that matches any of the alternatives */
export const anyOf = (alternatives: readonly string[]): string => `(?:${alternatives.join('|')})`;

/** @returns a pattern that matches if the whole text matches `source` */
export const wholeText = (source: string): RegExp => new RegExp(`^${source}$`);

/** @returns a pattern that matches if the start of the text matches `source`, in small or capital letters */
export const textStart = (source: string): RegExp => new RegExp(`^${source}`, 'i');
